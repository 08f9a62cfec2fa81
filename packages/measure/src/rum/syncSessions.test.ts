import { DEFAULT_RECORDING_SETTINGS, type SegmentEvent } from "@marquee/contract";
import { expect, test, vi } from "vitest";
import { isSampled } from "../sampling/recordingSettings.ts";
import { createLoader } from "../transport/createLoader.ts";
import type { RumPageOptions } from "./pageOptions.ts";
import type { RumOptions } from "./startRum.ts";
import { syncSessions } from "./syncSessions.ts";

const RATE = 50;
/** Session IDs in ascending order. */
const ids = Array.from({ length: 200 }, (_, index) => 1_800_000_000_000 + index);
const [first = 0, second = 0] = ids.filter((id) => isSampled("monitoring", id, RATE));
const left = ids.filter((id) => !isSampled("monitoring", id, RATE));
const leftAfter = (id: number) => left.find((each) => each > id) ?? 0;
const sampledAfter = (id: number) =>
  ids.find((each) => each > id && isSampled("monitoring", each, RATE)) ?? 0;

const event = (sessionId: number | undefined): SegmentEvent => ({
  type: "track",
  event: "x",
  messageId: "id",
  timestamp: "",
  context: { sessionId },
});

function open(sessionId: number, page: RumPageOptions = {}) {
  const log: string[] = [];
  const startRum = (options: RumOptions) => {
    log.push(`start ${options.sessionId}`);
    return {
      sessionBegun: (id: number) => void log.push(`session ${id}`),
      stop: () => void log.push("stop"),
    };
  };
  const load = vi.fn(async () => ({ startRum }));
  const rum = syncSessions({
    settings: { ...DEFAULT_RECORDING_SETTINGS, monitoringSampleRate: RATE },
    endpoint: "",
    writeKey: "key",
    deviceId: "device",
    page,
    sessionId,
    loader: createLoader(load, () => undefined),
  });
  const settled = (length: number) => vi.waitFor(() => expect(log).toHaveLength(length));
  return { rum, log, load, settled };
}

test("loads nothing for sessions outside the sample", async () => {
  const id = left[0] ?? 0;
  const { rum, load } = open(id);
  rum.see(event(leftAfter(id)));
  rum.see(event(undefined));
  rum.stop();
  expect(load).not.toHaveBeenCalled();
});

test("loads nothing while the page blocks it", async () => {
  let isBlocked = true;
  const { rum, log, load, settled } = open(first, { isBlocked: () => isBlocked });
  expect(load).not.toHaveBeenCalled();
  isBlocked = false;
  rum.see(event(second));
  await settled(1);
  expect(log).toEqual([`start ${second}`]);
});

test("reports a newer session in the sample, never an older one", async () => {
  const { rum, log, settled } = open(first);
  await settled(1);
  rum.see(event(first));
  rum.see(event(second));
  rum.see(event(second));
  rum.see(event(first));
  expect(log).toEqual([`start ${first}`, `session ${second}`]);
});

test("stops at a session outside the sample and starts again at one in it", async () => {
  const { rum, log, load, settled } = open(first);
  await settled(1);
  const without = leftAfter(first);
  rum.see(event(without));
  const again = sampledAfter(without);
  rum.see(event(again));
  await settled(3);
  rum.stop();
  rum.see(event(again + 1000));
  expect(log).toEqual([`start ${first}`, "stop", `start ${again}`, "stop"]);
  expect(load).toHaveBeenCalledOnce();
});

test("starts with the current session once the code has loaded, and not at all after stop", async () => {
  const late = open(first);
  late.rum.see(event(second));
  await late.settled(1);
  expect(late.log).toEqual([`start ${second}`]);
  const over = open(first);
  over.rum.stop();
  await new Promise((resolve) => setTimeout(resolve));
  expect(over.log).toEqual([]);
});
