import { ONE_DAY, ONE_HOUR, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { createCollectServer } from "../testing/collectServer.ts";
import { USER_AGENT } from "../testing/replaySegment.ts";

const NOON = Date.UTC(2026, 5, 1, 12);

/** A request with page views. Times are by the server's clock, in milliseconds after noon. */
interface Sent {
  /** Paths by time. */
  views: Record<string, number>;
  at: number;
  arrives: number;
}

/** The stored rows of a visitor's requests, with a clock that is behind by `error`. */
async function receive(
  requests: readonly Sent[],
  { error = 0, hasSession = false, knowsSentAt = true } = {},
): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  let now: Timestamp = NOON;
  const app = await createCollectServer({
    now: () => now,
    spool: {
      append: async (added) => {
        rows.push(...(added as EventRow[]));
        return { accepted: added.length, duplicates: 0 };
      },
    },
  });
  const clock = (at: number) => new Date(NOON + at - error).toISOString();
  for (const { views, at, arrives } of requests.toSorted((one, other) => one.arrives - other.arrives)) {
    now = NOON + arrives;
    const batch = Object.entries(views).map(([path, time]) => ({
      type: "page",
      anonymousId: "ann",
      timestamp: clock(time),
      properties: { path, url: `https://trellis.example${path}`, referrer: "https://www.google.com/" },
      context: hasSession ? { sessionId: NOON - error } : {},
    }));
    const payload = { writeKey: "local", batch, ...(knowsSentAt && { sentAt: clock(at) }) };
    const headers = { "user-agent": USER_AGENT };
    const { statusCode } = await app.inject({ method: "POST", url: "/v1/b", headers, payload });
    expect(statusCode).toBe(200);
  }
  await app.close();
  return rows.sort((one, other) => one.timestamp - other.timestamp);
}

const pathsOf = (rows: readonly EventRow[]) => rows.map(({ path }) => path);
const lengthOf = (rows: readonly EventRow[]) => (rows.at(-1)?.timestamp ?? 0) - (rows[0]?.timestamp ?? 0);

it("keeps the order of a visit whose first request is slow", async () => {
  const rows = await receive([
    { views: { "/first": -30 * ONE_SECOND }, at: -29 * ONE_SECOND, arrives: 0 },
    { views: { "/second": -20 * ONE_SECOND }, at: -20 * ONE_SECOND, arrives: -20 * ONE_SECOND },
  ]);
  expect([pathsOf(rows), lengthOf(rows)]).toEqual([["/first", "/second"], 10 * ONE_SECOND]);
  expect(rows.map(({ timestamp }) => timestamp - NOON)).toEqual([-30 * ONE_SECOND, -20 * ONE_SECOND]);
});

it("keeps the order of a request from a clock that is ahead, without a send time", async () => {
  const views = { "/first": 2000, "/second": 3000, "/third": 4000 };
  const rows = await receive([{ views, at: 4000, arrives: 4000 }], { error: -ONE_HOUR, knowsSentAt: false });
  expect(pathsOf(rows)).toEqual(["/first", "/second", "/third"]);
  expect(rows.at(-1)?.timestamp).toBe(NOON + 4000);
});

const way = fc.integer({ min: 0, max: ONE_MINUTE });
/** Page views, each some time after the previous one, some of them in one request. */
const visit = fc
  .array(fc.record({ pause: fc.integer({ min: 1, max: 90 * ONE_SECOND }), waits: fc.boolean(), way }), {
    minLength: 2,
    maxLength: 8,
  })
  .map((views) => {
    const requests: Sent[] = [];
    let time = 0;
    let waiting: Sent["views"] = {};
    views.forEach(({ pause, waits, way }, index) => {
      time += pause;
      waiting[`/${index}`] = time;
      if (waits && index < views.length - 1) return;
      requests.push({ views: waiting, at: time + 5, arrives: time + 5 + way });
      waiting = {};
    });
    return requests;
  });
const wrongBy = fc.oneof(
  fc.integer({ min: -3 * ONE_MINUTE, max: 3 * ONE_MINUTE }),
  fc.integer({ min: -20 * ONE_HOUR, max: 20 * ONE_HOUR }),
  fc.integer({ min: -60 * ONE_DAY, max: 60 * ONE_DAY }),
);

it("keeps the order, the length and the session of a visit, however slow its requests and however wrong its clock", async () => {
  await fc.assert(
    fc.asyncProperty(visit, wrongBy, fc.boolean(), async (requests, error, hasSession) => {
      const rows = await receive(requests, { error, hasSession });
      const times = requests.flatMap(({ views }) => Object.values(views));
      const [first = 0, last = 0] = [times[0], times.at(-1)];
      expect(pathsOf(rows)).toEqual(requests.flatMap(({ views }) => Object.keys(views)));
      expect(lengthOf(rows)).toBe(last - first);
      expect(new Set(rows.map(({ session_id }) => session_id)).size).toBe(1);
      // As precise as the transit time of one request.
      expect(Math.abs((rows[0]?.timestamp ?? 0) - NOON - first)).toBeLessThanOrEqual(2 * ONE_MINUTE);
    }),
    { numRuns: 60 },
  );
});
