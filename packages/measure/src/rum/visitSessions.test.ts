import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { createVisitSessions, sessionUuid } from "./visitSessions.ts";

type Hook = (event: { eventType: string; startTime: number }) => object;

let now = 0;
afterEach(() => vi.restoreAllMocks());

function open() {
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const sessions = createVisitSessions({ deviceId: "device", sampleRate: 5 });
  let assemble: Hook = () => ({});
  sessions.plugin.onInit?.({ registerAssembleEventHook: (hook: Hook) => (assemble = hook) } as never);
  return { sessions, assemble: (eventType: string, startTime: number) => assemble({ eventType, startTime }) };
}

const eventOf = (type: string, sessionId: number) => ({
  type,
  session: { id: sessionUuid("device", sessionId) },
  context: { marquee: { session_id: sessionId } },
  _dd: { configuration: { session_sample_rate: 5 } },
});

it("gives an event the session in which it started, and the rate", () => {
  const { sessions, assemble } = open();
  now = 900;
  sessions.begin(7);
  // Measured before the client had loaded.
  expect(assemble("view", 0)).toEqual(eventOf("view", 7));
  now = 60_000;
  sessions.begin(8);
  expect(assemble("view", 0)).toEqual(eventOf("view", 7));
  expect(assemble("error", 59_999)).toEqual(eventOf("error", 7));
  expect(assemble("view", 60_000)).toEqual(eventOf("view", 8));
});

it("derives one UUID from a visitor and a session, in every document", () => {
  expect(sessionUuid("device", 7)).toBe(sessionUuid("device", 7));
  const visit = fc.tuple(fc.uuid(), fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 }));
  fc.assert(
    fc.property(fc.uniqueArray(visit, { minLength: 2, maxLength: 50, selector: String }), (visits) => {
      const ids = visits.map(([deviceId, sessionId]) => sessionUuid(deviceId, sessionId));
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/);
    }),
  );
  // For sessions a second apart or of different visitors, no part repeats.
  const [one, next] = [sessionUuid("device", 1_800_000_000_000), sessionUuid("device", 1_800_000_001_000)];
  expect(one.split("-").filter((part, index) => part === next.split("-")[index])).toEqual([]);
});
