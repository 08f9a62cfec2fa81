import {
  ERROR_EVENT,
  EXPOSURE_EVENT,
  NOT_SET,
  ONE_DAY,
  ONE_HOUR,
  ONE_SECOND,
  type QueryResponse,
} from "@marquee/contract";
import type {
  ErrorsResponse,
  EventNamesResponse,
  EventResponse,
  EventSearchResponse,
  EventSeriesResponse,
  LiveResponse,
} from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { segmentRow } from "../../../testing/segmentRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { createReplayIds } from "../../replay/replayId.ts";

const START = Date.UTC(2026, 5, 1, 12);
const RECEIPT = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
let stores: TestStores;
let console: TestConsole;

const FINGERPRINT_OF_NONE = "0123456789abcdef";
const special = [
  {
    message_id: "failed",
    type: "track",
    event: ERROR_EVENT,
    device: "tablet" as const,
    anonymous_id: "unlucky",
    properties: JSON.stringify({ message: "x is not a function", kind: "error", source: "", stack: "" }),
  },
  {
    message_id: "saw",
    type: "track",
    event: EXPOSURE_EVENT,
    anonymous_id: "unlucky",
    properties: JSON.stringify({ experiment_id: "hero", variation_id: "bold" }),
  },
  { message_id: "click", type: "track", event: "Click Web", path: "/pricing" },
  { message_id: "bot", bot: "crawler", path: "/lp" },
  {
    message_id: "germany",
    country: "DE",
    audience: "customer" as const,
    user_id: "u-1",
    anonymous_id: "someone-else",
  },
  {
    message_id: "hostile'id/with %",
    properties: JSON.stringify({ plan: { tier: "business" } }),
    context: JSON.stringify({ consent: { receiptId: RECEIPT } }),
  },
];

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
  const many = Array.from({ length: 120 }, (_, index) =>
    eventRow({ message_id: `m${String(index).padStart(3, "0")}`, timestamp: START + (index % 60) }),
  );
  const rows = special.map((overrides, index) =>
    eventRow({ timestamp: START + (1 + index) * ONE_SECOND, ...overrides }),
  );
  await stores.eventStore.insert("events", [...many, ...rows], "one");
  await stores.eventStore.insert("events", rows, "sent again");
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const ask = (path: string, conditions: object = {}) =>
  console.post(`/query/events${path}`, {
    ...queryWithin({ from: START - ONE_DAY, to: START + 2 * ONE_DAY }),
    ...conditions,
  });
async function search(conditions?: object): Promise<EventSearchResponse> {
  const answer = await ask("", conditions);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const idsOf = ({ events }: EventSearchResponse) => events.map(({ messageId }) => messageId);

describe("POST /query/events", () => {
  it("lists newest first, each message once, in pages without gaps or repetition", async () => {
    const seen: string[] = [];
    let next: string | null = null;
    do {
      const page: EventSearchResponse = await search(next ? { before: next } : {});
      seen.push(...idsOf(page));
      next = page.next;
    } while (next);
    expect(seen.slice(0, 4)).toEqual(
      special
        .slice(-4)
        .map(({ message_id }) => message_id)
        .reverse(),
    );
    expect(seen).toHaveLength(126);
    expect(new Set(seen).size).toBe(126);
  });

  it.each([
    [{ type: "track" }, ["click", "saw", "failed"]],
    [{ filters: [["is", "event:name", ["Click Web"]]] }, ["click"]],
    [{ filters: [["contains", "event:page", ["/lp"]]] }, ["bot"]],
    [{ filters: [["is", "event:props:variation_id", ["bold"]]] }, ["saw"]],
    [{ filters: [["is", "event:page", ["/lp"]]], kind: "people" }, []],
    [{ error: "X IS NOT" }, ["failed"]],
    [{ error: FINGERPRINT_OF_NONE }, []],
    [{ kind: "bots" }, ["bot"]],
    [{ bot: "crawler" }, ["bot"]],
    [{ audience: "customer" }, ["germany"]],
    [{ person: "u-1" }, ["germany"]],
    [{ person: "someone-else", kind: "people" }, ["germany"]],
    [{ messageId: "hostile'id/with %" }, ["hostile'id/with %"]],
    [{ messageId: "' OR 1=1 --" }, []],
  ])("finds by %j", async (conditions, expected) => {
    expect(idsOf(await search(conditions))).toEqual(expected);
  });

  it("finds an error by its fingerprint, with the same events as Errors", async () => {
    const { groups } = (
      await console.post("/query/errors", queryWithin({ from: START - ONE_DAY, to: START + ONE_DAY }))
    ).json() as ErrorsResponse;
    expect(groups.map(({ count }) => count)).toEqual([1]);
    expect(idsOf(await search({ error: groups[0]?.fingerprint ?? "" }))).toEqual(["failed"]);
  });

  it.each([
    [{ date_range: ["2026-06-02", "2026-06-01"] }, "must end after it starts"],
    [{ date_range: "fortnight" }, "Invalid date_range"],
    [{ site_id: "mars" }, "There is no site `mars`"],
    [{ before: "nonsense" }, "Leave it out to start at the beginning"],
    [{ kind: "cats" }, "kind"],
    [{ messageId: "x".repeat(201) }, "messageId"],
    [{ limit: 1001 }, "limit"],
    [{ filters: [["is", "visit:planet", ["Mars"]]] }, "Unknown dimension"],
    [{ cats: true }, "cats"],
  ])("rejects %j", async (wrong, reason) => {
    const answer = await ask("", wrong);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.message).toContain(reason);
  });
});

describe("counts of events", () => {
  const read = async (path: string, conditions?: object) => (await ask(path, conditions)).json();

  it("count each event of the list once, by name and by day", async () => {
    const { names } = (await read("/names")) as EventNamesResponse;
    expect(names).toEqual([
      { type: "page", event: "", count: 123 },
      { type: "track", event: "Click Web", count: 1 },
      { type: "track", event: ERROR_EVENT, count: 1 },
      { type: "track", event: EXPOSURE_EVENT, count: 1 },
    ]);
    const { points } = (await read("/series")) as EventSeriesResponse;
    expect(points).toEqual([
      { start: Date.UTC(2026, 4, 31), count: 0 },
      { start: Date.UTC(2026, 5, 1), count: 126 },
      { start: Date.UTC(2026, 5, 2), count: 0 },
      { start: Date.UTC(2026, 5, 3), count: 0 },
    ]);
  });

  it("count what the list's filters select", async () => {
    const { names } = (await read("/names", { type: "track", person: "unlucky" })) as EventNamesResponse;
    expect(names.map(({ event }) => event)).toEqual([ERROR_EVENT, EXPOSURE_EVENT]);
    const { points } = (await read("/series", { bot: "crawler" })) as EventSeriesResponse;
    expect(points.map(({ count }) => count)).toEqual([0, 1, 0, 0]);
  });

  it("are the metric of events by name, as the screen asks: without bots", async () => {
    // The metric counts events of sessions, which the other tests have none of.
    const started = START + 3 * ONE_DAY;
    const at = (message_id: string, overrides: Partial<EventRow> = {}) =>
      eventRow({ message_id, timestamp: started, session_id: started, ...overrides });
    const ofBot = { bot: "crawler", anonymous_id: "crawler" };
    const rows = [
      ...["view", "view again"].map((id) => at(id)),
      at("pressed", { type: "track", event: "Click Web" }),
      at("crawled", ofBot),
      at("crawled and pressed", { ...ofBot, type: "track", event: "Click Web" }),
      // Calls that are neither page views nor track calls are only listed by the screen.
      at("identified", { type: "identify" }),
    ];
    await stores.eventStore.insert("events", rows, "with bots");
    await stores.eventStore.insert("events", rows, "with bots, sent again");
    const [from, to] = [started - ONE_HOUR, started + ONE_HOUR];
    const { names } = (await read("/names", queryWithin({ from, to, kind: "people" }))) as EventNamesResponse;
    expect(names).toEqual([
      { type: "page", event: "", count: 2 },
      { type: "identify", event: "", count: 1 },
      { type: "track", event: "Click Web", count: 1 },
    ]);
    const answer = await console.post("/query", {
      site_id: "127.0.0.1:3000",
      metrics: ["events"],
      dimensions: ["event:name"],
      date_range: [new Date(from).toISOString(), new Date(to).toISOString()],
    });
    const { results } = answer.json() as QueryResponse;
    expect(results).toEqual([
      { dimensions: [NOT_SET], metrics: [2] },
      { dimensions: ["Click Web"], metrics: [1] },
    ]);
  });

  it("list properties with their values, without objects", async () => {
    const ofError = await read("/properties", { filters: [["is", "event:name", [ERROR_EVENT]]] });
    expect(ofError).toEqual({
      properties: [
        { name: "kind", values: [{ value: "error", count: 1 }] },
        { name: "message", values: [{ value: "x is not a function", count: 1 }] },
      ],
      countedOnly: null,
    });
    const ofPlan = await read("/properties", { messageId: "hostile'id/with %" });
    expect(ofPlan.properties).toEqual([]);
  });

  it("are by hour for up to two days, and by day of the site's time zone otherwise", async () => {
    const { points: hours } = (await read("/series", {
      date_range: ["2026-06-01", "2026-06-01"],
    })) as EventSeriesResponse;
    expect(hours).toHaveLength(24);
    expect(hours[12]).toEqual({ start: START, count: 126 });
    const { definition, revision } = (await console.get("/site")).json();
    const inZone = { ...definition, timeZone: "Pacific/Auckland" };
    expect((await console.put("/site", { revision, definition: inZone })).statusCode).toBe(200);
    const { points: days } = (await read("/series", {
      date_range: ["2026-06-01", "2026-06-03"],
    })) as EventSeriesResponse;
    expect(days).toEqual([
      { start: Date.parse("2026-06-01T00:00+12:00"), count: 0 },
      { start: Date.parse("2026-06-02T00:00+12:00"), count: 126 },
      { start: Date.parse("2026-06-03T00:00+12:00"), count: 0 },
    ]);
    await console.put("/site", { revision: revision + 1, definition });
  });
});

describe("GET /events/:messageId", () => {
  const read = (id: string) => console.get(`/events/${encodeURIComponent(id)}`);

  it("returns a complete event, with its consent receipt once stored", async () => {
    const id = "hostile'id/with %";
    const before = (await read(id)).json() as EventResponse;
    expect(before).toMatchObject({
      fields: { message_id: id, received_at: START + 6 * ONE_SECOND, path: "/pricing" },
      properties: { plan: { tier: "business" } },
      receiptId: RECEIPT,
      receipt: null,
    });
    await stores.records.db
      .insert(consentReceipts)
      .values({
        id: RECEIPT,
        visitorId: "visitor",
        groups: ["C0001", "C0002"],
        textVersion: 2,
        country: "NO",
        decidedAt: new Date(START),
        receivedAt: new Date(START + 1),
      });
    const after = (await read(id)).json() as EventResponse;
    expect(after.receipt).toEqual({
      id: RECEIPT,
      visitor: stores.identities.hashEmail.ofId("visitor"),
      groups: ["C0001", "C0002"],
      textVersion: 2,
      country: "NO",
      decidedAt: START,
      receivedAt: START + 1,
      deletion: null,
    });
  });

  it("finds the moment in the session's replay, for accounts that can watch it", async () => {
    const session = START + ONE_HOUR;
    const at = (message_id: string, seconds: number, visitor = "ann") =>
      eventRow({
        message_id,
        session_id: session,
        anonymous_id: visitor,
        timestamp: session + seconds * ONE_SECOND,
      });
    const rows = [at("seen", 7), at("long after", 600), at("of another visitor", 7, "ben")];
    await stores.eventStore.insert("events", rows, "recorded");
    await stores.eventStore.insert(
      "replay_segments",
      [segmentRow({ session_id: session, visitor_id: "ann", started: session })],
      "recorded",
    );
    const { write } = createReplayIds({ key: stores.keys.of("replays"), ...stores });
    const id = write({ sessionId: session, visitorId: "ann" });
    const moment = { id, at: session + 7 * ONE_SECOND };
    const ids = rows.map(({ message_id }) => message_id);
    const replays = await Promise.all(ids.map(async (id) => (await read(id)).json().replay));
    expect(replays).toEqual([moment, null, null]);
    const listed = new Map(
      (await search({ person: "ann" })).events.map((each) => [each.messageId, each.replay]),
    );
    expect([listed.get("seen"), listed.get("long after")]).toEqual([moment, null]);
    const { events } = (
      await console.post("/query/live", { site_id: "127.0.0.1:3000" })
    ).json() as LiveResponse;
    expect(events.find(({ messageId }) => messageId === "seen")?.replay).toEqual(moment);

    const viewer = await startConsole(stores, { role: "viewer" });
    expect((await viewer.get("/events/seen")).json().replay).toBeNull();
    await viewer.app.close();
  });

  it("reports an unknown event and an event without a receipt", async () => {
    const missing = await read("nobody");
    expect([missing.statusCode, missing.json().error.code]).toEqual([404, "not_found"]);
    expect((await read("click")).json()).toMatchObject({ receiptId: null, receipt: null });
  });
});
