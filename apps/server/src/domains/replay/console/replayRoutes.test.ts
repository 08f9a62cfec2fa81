import { inflateSync } from "node:zlib";
import {
  decodeSegments,
  ERROR_EVENT,
  EXPOSURE_EVENT,
  ONE_DAY,
  ONE_HOUR,
  REPLAY_NAME_LENGTH,
} from "@marquee/contract";
import type { ErrorsResponse, ReplayResponse, ReplaysResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { segmentRow } from "../../../testing/segmentRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";
import { createReplayIds } from "../replayId.ts";

const DAY = Date.UTC(2026, 5, 2);
let stores: TestStores;
let console: TestConsole;
let viewers: TestConsole;
let rows = 0;

/** The sessions of Ann and Ben begin in the same millisecond, Cleo's an hour later, Dan's days earlier. */
const ANN = DAY + ONE_HOUR;
const CLEO = ANN + ONE_HOUR;
const EVENTS = [{ type: 4, data: { href: "https://trellis.example/pricing" }, timestamp: ANN }];

const SEGMENTS = [
  segmentRow({ session_id: ANN, visitor_id: "ann", started: ANN, country: "DE" }, EVENTS),
  segmentRow({ session_id: ANN, visitor_id: "ann", started: ANN + 60_000, segment_index: 1, country: "DE" }),
  // Another tab, overlapping with the first segment.
  segmentRow({
    session_id: ANN,
    visitor_id: "ann",
    started: ANN + 10_000,
    recording_id: "tab",
    path: "/brain",
  }),
  segmentRow({ session_id: ANN, visitor_id: "ben", started: ANN, device: "mobile" }),
  segmentRow({ session_id: CLEO, visitor_id: "cleo", started: CLEO, browser: "Safari" }),
  segmentRow({ session_id: DAY - 5 * ONE_DAY, visitor_id: "dan", started: DAY - 5 * ONE_DAY }),
  segmentRow({ session_id: 0, visitor_id: "eve", started: ANN, protocol: "datadog" }),
];

function event(visitor: string, overrides: Partial<EventRow>): EventRow {
  rows += 1;
  const session = visitor === "cleo" ? CLEO : ANN;
  return eventRow({
    message_id: `e${rows}`,
    anonymous_id: visitor,
    session_id: session,
    timestamp: session + 1000 * rows,
    ...overrides,
  });
}
const track = (visitor: string, name: string, properties: object = {}) =>
  event(visitor, { type: "track", event: name, properties: JSON.stringify(properties) });

const ROWS = [
  event("ann", { path: "/pricing", source: "Google", country: "DE" }),
  event("ann", { path: "/brain", source: "Google" }),
  track("ann", "Demo Requested"),
  track("ann", ERROR_EVENT, { message: "TypeError: x", stack: "", source: "/assets/app.js" }),
  event("ben", { path: "/", source: "news.example", device: "mobile" }),
  event("cleo", { path: "/pricing/teams", source: "Google" }),
  track("cleo", EXPOSURE_EVENT, { experiment_id: "hero", variation_id: "bold", experiment_name: "Hero" }),
];
const CLICK = { type: "click", path: "/", timestamp: ANN, received_at: ANN, clicks: 3 };
const CLICKS = [
  { ...CLICK, message_id: "c1", session_id: ANN, visitor_id: "ben", frustration: "rage" },
  { ...CLICK, message_id: "c2", session_id: ANN, visitor_id: "ben", frustration: "dead", clicks: 1 },
  { ...CLICK, message_id: "c3", session_id: ANN, visitor_id: "ann", frustration: "" },
];

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
  const { eventStore } = stores;
  // Rows that arrive twice must count once.
  for (const time of ["first", "again"]) {
    await eventStore.insert("replay_segments", SEGMENTS, `segments ${time}`);
    await eventStore.insert("events", ROWS, `events ${time}`);
    await eventStore.insert("interactions", CLICKS, `clicks ${time}`);
  }
}, 120_000);
afterAll(async () => {
  await viewers?.app.close();
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: DAY, to: DAY + ONE_DAY };
const ask = (overrides: object = {}, who = console) =>
  who.post("/query/replays", queryWithin({ ...SPAN, ...overrides }));
const list = async (overrides?: object, who?: TestConsole) => {
  const answer = await ask(overrides, who);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as ReplaysResponse;
};
const idOf = (visitorId: string) =>
  createReplayIds({ key: stores.keys.of("replays"), ...stores }).write({ sessionId: ANN, visitorId });
const only = (...filters: unknown[]) => ({ filters });
const visitors = async (overrides: object) =>
  (await list(overrides)).replays.map(({ visitorId }) => visitorId).sort();

describe("POST /query/replays", () => {
  it("lists the sessions in a date range, newest first, with their counts", async () => {
    const { replays, next, otherRecordings } = await list();
    expect(replays.map(({ visitorId }) => visitorId)).toEqual(["cleo", "ben", "ann"]);
    expect(replays[2]).toEqual({
      id: idOf("ann"),
      sessionId: ANN,
      visitorId: "ann",
      start: ANN,
      length: 90_000,
      recordings: 2,
      // Time in which both tabs were active counts once.
      activeTime: 70_000,
      pages: 2,
      firstPage: "/pricing",
      events: 1,
      errors: 1,
      rageClicks: 0,
      deadClicks: 0,
      country: "DE",
      device: "desktop",
      browser: "Chrome",
      source: "Google",
      matchedAt: null,
    });
    expect(replays[1]).toMatchObject({ rageClicks: 3, deadClicks: 1, source: "news.example" });
    expect({ next, otherRecordings }).toEqual({ next: null, otherRecordings: 1 });
  });

  it("filters by visit and by replay attributes", async () => {
    expect(await visitors(only(["is", "event:page", ["/pricing"]]))).toEqual(["ann"]);
    expect(await visitors(only(["contains", "event:page", ["teams"]]))).toEqual(["cleo"]);
    expect(await visitors(only(["is", "visit:country", ["DE"]]))).toEqual(["ann"]);
    expect(await visitors(only(["is", "visit:source", ["google"]]))).toEqual(["ann", "cleo"]);
    expect(await visitors(only(["is_not", "visit:source", ["google"]]))).toEqual(["ben"]);
    expect(await visitors({ frustration: "dead" })).toEqual(["ben"]);
    // By other pages, device, event and rage clicks: see the times below.
    expect(await visitors({ length: 60 })).toEqual(["ann"]);
    expect(await visitors({ visitor: "ben" })).toEqual(["ben"]);
    const fromGoogle = ["is", "visit:source", ["google"]];
    expect(
      await visitors({ ...only(fromGoogle, ["is", "event:page", ["/brain"]]), error: "typeerror" }),
    ).toEqual(["ann"]);
    expect(await visitors({ ...only(fromGoogle), frustration: "rage" })).toEqual([]);
  });

  it("filters by the error fingerprint that the Errors screen shows", async () => {
    const { groups } = (await console.post("/query/errors", queryWithin(SPAN))).json() as ErrorsResponse;
    expect(groups).toHaveLength(1);
    expect(await visitors({ error: groups[0]?.fingerprint ?? "" })).toEqual(["ann"]);
    expect(await visitors({ error: "not this" })).toEqual([]);
  });

  it("returns when the visitor did what the filter matches", async () => {
    const matched = async (overrides: object) =>
      (await list(overrides)).replays.map(({ visitorId, matchedAt }) => [
        visitorId,
        matchedAt && matchedAt - ANN,
      ]);
    const requested = ["is", "event:name", ["Demo Requested"]];
    const onPage = (page: string) => ["is", "event:page", [page]];
    expect(await matched({ error: "typeerror", ...only(onPage("/pricing"), requested) })).toEqual([
      ["ann", 4000],
    ]);
    expect(await matched(only(requested, ["is", "visit:source", ["google"]]))).toEqual([["ann", 3000]]);
    expect(await matched(only(onPage("/brain")))).toEqual([["ann", 2000]]);
    expect(await matched({ frustration: "rage" })).toEqual([["ben", 0]]);
    expect(await matched({ frustration: "dead", ...only(onPage("/")) })).toEqual([["ben", 0]]);
    expect(await matched(only(["is", "visit:device", ["mobile"]]))).toEqual([["ben", null]]);
  });

  it("prefers moments on the filtered page", async () => {
    const then = DAY - 20 * ONE_DAY;
    const at = (seconds: number, path: string, overrides: Partial<EventRow> = {}) =>
      event("fay", { session_id: then, timestamp: then + seconds * 1000, path, ...overrides });
    const failed = { type: "track", event: ERROR_EVENT, properties: JSON.stringify({ message: "lost" }) };
    await stores.eventStore.insert(
      "replay_segments",
      [segmentRow({ session_id: then, visitor_id: "fay", started: then })],
      "fay",
    );
    await stores.eventStore.insert(
      "events",
      [at(1, "/a"), at(2, "/a", failed), at(3, "/b"), at(4, "/b", failed), at(5, "/b", failed)],
      "fay",
    );
    const span = { from: then - ONE_HOUR, to: then + ONE_DAY };
    const matched = async (overrides: object) =>
      (await list({ ...span, ...overrides })).replays.map(({ matchedAt }) => matchedAt && matchedAt - then);
    expect(await matched({ error: "lost", ...only(["is", "event:page", ["/b"]]) })).toEqual([4000]);
    expect(await matched({ error: "lost", ...only(["is", "event:page", ["/a"]]) })).toEqual([2000]);
    expect(await matched({ error: "lost" })).toEqual([2000]);
  });

  it("continues after the previous page, also between sessions that began at the same time", async () => {
    const before = `${ANN}_${idOf("ben")}`;
    expect(await visitors({ before })).toEqual(["ann"]);
    expect((await ask({ before: "1_x" })).statusCode).toBe(404);
  });

  it("lists sessions with a wrong clock at the time of their arrival", async () => {
    const then = DAY + 20 * ONE_DAY;
    const ahead = then + 3 * ONE_DAY;
    const rows = Object.entries({ ahead, dead: 1000, far: Number.MAX_SAFE_INTEGER }).map(
      ([visitor_id, session_id]) => segmentRow({ session_id, visitor_id, started: then, path: "/clock" }),
    );
    await stores.eventStore.insert("replay_segments", rows, "clocks");
    const span = { from: then, to: then + ONE_DAY };
    expect(await visitors(span)).toEqual(["ahead", "dead", "far"]);
    for (const { id } of (await list(span)).replays)
      expect((await console.get(`/replays/${id}`)).statusCode, id).toBe(200);
    expect(await visitors({ from: ahead, to: ahead + ONE_DAY })).toEqual([]);
  });

  it("rejects invalid queries", async () => {
    for (const wrong of [
      { frustration: "mild" },
      { length: -1 },
      { to: 1 },
      only(["is", "visit:moon", ["x"]]),
    ])
      expect([wrong, (await ask(wrong)).statusCode]).toEqual([wrong, 400]);
  });
});

describe("the ID of a replay", () => {
  const OWN = "3570364211-12-1234567890-7";

  it("names visitors only by IDs that our library made", () => {
    const { write } = createReplayIds({ key: () => "key", ...stores });
    expect(write({ sessionId: ANN, visitorId: OWN })).toBe(`${ANN}-${OWN}`);
    for (const visitorId of ["user-4711", "ann@acme.example", "abcdef", "1-2-3-4-5", "x".repeat(256)])
      expect(write({ sessionId: ANN, visitorId })).toMatch(new RegExp(`^${ANN}-[0-9a-f]{24}$`));
  });

  it("differs between keys, sessions and visitors, so that nobody can identify the visitor by trying IDs", () => {
    const idBy = (key: string, sessionId: number, visitorId: string) =>
      createReplayIds({ key: () => key, ...stores })
        .write({ sessionId, visitorId })
        .split("-")[1];
    const ids = [idBy("a", 1, "ann"), idBy("b", 1, "ann"), idBy("a", 2, "ann"), idBy("a", 1, "ben")];
    expect(new Set(ids).size).toBe(4);
  });

  it("is not the visitor's ID in clear text, even if the visitor is known", async () => {
    for (const path of [`/replays/${ANN}-ann`, `/replays/${ANN}-ann/segments/of-ann.0`])
      expect((await console.get(path)).statusCode, path).toBe(404);
  });
});

describe("GET /replays/:id", () => {
  it("returns the segments and marks in order of time", async () => {
    const answer = (await console.get(`/replays/${idOf("ann")}`)).json() as ReplayResponse;
    expect(answer.replay.visitorId).toBe("ann");
    expect(answer.segments.map(({ id, start }) => [id, start - ANN])).toEqual([
      ["of-ann.0", 0],
      ["tab.0", 10_000],
      ["of-ann.1", 60_000],
    ]);
    expect(answer.marks.map(({ kind, text }) => [kind, text])).toEqual([
      ["page", "/pricing"],
      ["page", "/brain"],
      ["event", "Demo Requested"],
      ["error", "TypeError: x"],
    ]);
  });

  it("sends a segment as it is stored", async () => {
    const answer = await console.get(`/replays/${idOf("ann")}/segments/of-ann.0`);
    expect(answer.headers).toMatchObject({ "content-encoding": "deflate", "cache-control": "no-store" });
    expect(JSON.parse(inflateSync(answer.rawPayload).toString())).toEqual(EVENTS);
  });

  it("sends several segments in the requested order, null for those of other recordings", async () => {
    const query = ["of-ann.1", "of-ben.0", "nothing", "of-ann.0"].map((id) => `id=${id}`).join("&");
    const answer = await console.get(`/replays/${idOf("ann")}/segments?${query}`);
    expect(answer.headers).toMatchObject({
      "content-type": "application/octet-stream",
      "cache-control": "no-store",
    });
    const segments = decodeSegments(new Uint8Array(answer.rawPayload).buffer);
    expect(segments.map((each) => each && JSON.parse(inflateSync(each).toString()).length)).toEqual([
      expect.any(Number),
      null,
      null,
      EVENTS.length,
    ]);
    expect((await console.get(`/replays/${idOf("ann")}/segments`)).statusCode).toBe(400);
    const many = Array.from({ length: 17 }, (_, index) => `id=${index}`).join("&");
    expect((await console.get(`/replays/${idOf("ann")}/segments?${many}`)).statusCode).toBe(400);
  });

  it("returns 404 for an unknown replay or another visitor's segment", async () => {
    for (const path of [
      `/replays/${idOf("eve")}`,
      "/replays/nobody",
      `/replays/${idOf("ben")}/segments/of-ann.0`,
    ]) {
      expect((await console.get(path)).statusCode, path).toBe(404);
    }
  });
});

describe("replay access", () => {
  it("is set by an owner; viewers always see the list, but watch only if allowed", async () => {
    const watch = async () => [
      (await viewers.get(`/replays/${idOf("ann")}`)).statusCode,
      (await viewers.get(`/replays/${idOf("ann")}/segments/of-ann.0`)).statusCode,
      (await viewers.get(`/replays/${idOf("ann")}/segments?id=of-ann.0`)).statusCode,
    ];
    expect(await list()).toMatchObject({ mayWatch: true, access: { mayViewersWatch: false } });
    const change = await console.put("/replays/access", { mayViewersWatch: true });
    expect(change.statusCode).toBe(200);

    viewers = await startConsole(stores, { role: "viewer" });
    expect(await list({}, viewers)).toMatchObject({ mayWatch: true, access: { mayViewersWatch: true } });
    expect(await watch()).toEqual([200, 200, 200]);
    expect((await viewers.put("/replays/access", { mayViewersWatch: false })).statusCode).toBe(403);
    expect((await viewers.post(`/replays/${idOf("ann")}/delete`, {})).statusCode).toBe(403);

    await setRole("owner");
    await console.put("/replays/access", { mayViewersWatch: false });
    await setRole("viewer");
    expect((await list({}, viewers)).replays).toHaveLength(3);
    expect((await list({}, viewers)).mayWatch).toBe(false);
    expect(await watch()).toEqual([403, 403, 403]);
    await setRole("owner");
  });
});

describe("POST /replays/:id/delete", () => {
  it("deletes the recording of one session and logs who deleted it", async () => {
    expect((await console.post(`/replays/${idOf("ben")}/delete`, {})).statusCode).toBe(200);
    expect((await console.get(`/replays/${idOf("ben")}`)).statusCode).toBe(404);
    expect(await visitors({})).toEqual(["ann", "cleo"]);
    const { changes } = (await console.get("/changes?entity=recording")).json();
    expect(changes[0]).toMatchObject({
      action: "deleted replay",
      key: new Date(ANN).toISOString(),
      actor: "owner@trellis.example",
      before: { start: new Date(ANN).toISOString(), length: 30_000 },
    });
    expect(JSON.stringify(changes[0])).not.toContain("ben");
    expect((await console.post(`/replays/${idOf("ben")}/delete`, {})).statusCode).toBe(404);
  });
});

it("reads and deletes replays with the longest visitor ID in any characters", async () => {
  const then = DAY + 40 * ONE_DAY;
  const names = ["ü/%?#& .", "字", "🙂"].map((text) =>
    text.repeat(REPLAY_NAME_LENGTH).slice(0, REPLAY_NAME_LENGTH),
  );
  const rows = names.map((visitor_id) =>
    segmentRow({ session_id: Number.MAX_SAFE_INTEGER, visitor_id, message_id: visitor_id, started: then }),
  );
  await stores.eventStore.insert("replay_segments", rows, "long names");
  const span = { from: then, to: then + ONE_DAY };
  const { replays } = await list(span);
  expect(replays.map(({ visitorId }) => visitorId).sort()).toEqual(names.toSorted());
  for (const { id, visitorId } of replays) {
    const path = `/replays/${encodeURIComponent(id)}`;
    expect((await console.get(path)).statusCode, id).toBe(200);
    expect((await console.get(`${path}/segments/${encodeURIComponent(visitorId)}`)).statusCode, id).toBe(200);
    expect((await console.post(`${path}/delete`, {})).statusCode, id).toBe(200);
  }
  expect((await list(span)).replays).toEqual([]);
});

async function setRole(role: "owner" | "viewer"): Promise<void> {
  await stores.records.db.update(accounts).set({ role });
}
