import { randomBytes } from "node:crypto";
import { deflateSync, gunzipSync, gzipSync, inflateSync } from "node:zlib";
import { MAX_SEGMENT_BYTES } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { replayEvents, replaySegment, SEGMENT_START, USER_AGENT } from "../../testing/replaySegment.ts";
import { startTestApp, type TestApp } from "../../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";

const dataDir = createTemporaryDir();
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ dataDir, stores: await borrowTestStores() });
});
afterAll(async () => {
  await server.stop();
  removeDir(dataDir);
});

const SESSION = SEGMENT_START - 1000;
type Query = Record<string, string>;
const queryOf = (more: Query) => ({
  device_id: "visitor",
  session_id: String(SESSION),
  type: "replay",
  api_key: "local",
  ...more,
});

async function post(body: unknown, more: Query = {}, headers: Record<string, string> = {}) {
  const payload = Buffer.isBuffer(body) || typeof body === "string" ? body : JSON.stringify(body);
  const answer = await fetch(`${server.url}/v1/replay?${new URLSearchParams(queryOf(more))}`, {
    method: "POST",
    body: new Uint8Array(Buffer.from(payload)),
    headers: { "content-type": "text/plain", "user-agent": USER_AGENT, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function stored(table: string, visitor: string): Promise<Record<string, unknown>[]> {
  await expect.poll(() => server.stores.recordings.spool.depth(), { timeout: 30_000 }).toBe(0);
  return server.stores.eventStore.query(
    `SELECT * FROM ${table} FINAL WHERE visitor_id = {visitor:String} ORDER BY message_id`,
    { visitor },
  );
}

/** The events of a row: a list, or those of the recorder's body. */
function eventsOf(row: Record<string, unknown> | undefined) {
  const segment = JSON.parse(inflateSync(Buffer.from(String(row?.data), "base64")).toString());
  return Array.isArray(segment) ? segment : segment.events;
}

describe("a segment", () => {
  it.each([
    ["as it is", (body: string) => Buffer.from(body), {}, {}],
    ["a zlib stream, by the query", (body: string) => deflateSync(body), { encoding: "deflate" }, {}],
    [
      "a zlib stream, by the header",
      (body: string) => deflateSync(body),
      {},
      { "content-encoding": "deflate" },
    ],
    ["gzip", (body: string) => gzipSync(body), {}, { "content-encoding": "gzip" }],
  ])("is stored with its columns and events when sent %s", async (name, pack, query, headers) => {
    const segment = replaySegment({ recordingId: name.replaceAll(/\W/g, "") });
    const body = JSON.stringify(segment);
    const answer = await post(pack(body), { device_id: name, ...query } as Query, headers as Query);
    expect(answer).toEqual({ status: 200, body: { success: true } });
    const [row, ...more] = await stored("replay_segments", name);
    expect(more).toEqual([]);
    expect(eventsOf(row)).toEqual(segment.events);
    expect(row).toMatchObject({
      message_id: segment.segment.id,
      protocol: "marquee",
      session_id: SESSION,
      event_count: 3,
      started: "2026-06-01 12:00:00.000",
      ended: "2026-06-01 12:00:00.002",
      has_full_snapshot: 1,
      path: "/pricing",
      page_version: "v1",
      browser: "Chrome",
      os: "Linux",
      device: "desktop",
      raw_bytes: Buffer.byteLength(body),
    });
  });
});

it("keeps a body of our recorder as sent, instead of recompressing it", async () => {
  const body = deflateSync(JSON.stringify(replaySegment({ recordingId: "kept" })), { level: 1 });
  await post(body, { device_id: "kept", encoding: "deflate" });
  const [row] = await stored("replay_segments", "kept");
  expect(Buffer.from(String(row?.data), "base64").equals(body)).toBe(true);
});

it("accepts segments of Amplitude's client and derives missing columns from their events", async () => {
  const events = replayEvents();
  const body = gzipSync(JSON.stringify({ version: 1, events: events.map((event) => JSON.stringify(event)) }));
  const headers = { "content-encoding": "gzip", authorization: "Bearer local" };
  const answer = await post(body, { device_id: "amplitude", api_key: "" }, headers);
  expect(answer.status).toBe(200);
  // The client sends the last events twice when the page closes.
  const asItLeaves = gunzipSync(body).toString().replace('"version":1', '"version":2');
  expect((await post(asItLeaves, { device_id: "amplitude" })).status).toBe(200);
  const [row, ...more] = await stored("replay_segments", "amplitude");
  expect(more).toEqual([]);
  expect(eventsOf(row)).toEqual(events);
  expect(row).toMatchObject({
    protocol: "amplitude",
    recording_id: "",
    url: "https://trellis.example/pricing",
    viewport_width: 1280,
    has_full_snapshot: 1,
    started: "2026-06-01 12:00:00.000",
  });
});

it("removes email addresses from page URLs sent by Amplitude's client", async () => {
  const [meta] = replayEvents();
  const href = "https://trellis.example/join?email=ada%40trellis.example&plan=team";
  const event = JSON.stringify({ ...meta, data: { href, width: 1280, height: 720 } });
  await post({ version: 1, events: [event] }, { device_id: "redacted" });
  const [row] = await stored("replay_segments", "redacted");
  const redacted = "https://trellis.example/join?email=REDACTED&plan=team";
  expect(row?.url).toBe(redacted);
  expect(eventsOf(row)[0].data.href).toBe(redacted);
});

const CLICK = {
  type: "click",
  x: 12.5,
  y: 900,
  selector: "#plans > button",
  viewportWidth: 1280,
  viewportHeight: 720,
  pageUrl: "https://trellis.example/pricing?a=1",
  timestamp: SEGMENT_START,
  count: 3,
  pageVersion: "v1",
  sectionId: "plans",
  elementX: 0.25,
  elementY: 0.5,
  pageWidth: 1280,
  pageHeight: 4000,
  frustration: "rage",
};
const SCROLL = {
  type: "scroll",
  maxScrollX: 0,
  maxScrollY: 1500,
  maxScrollWidth: 1280,
  maxScrollHeight: 2220,
  viewportWidth: 1280,
  viewportHeight: 720,
  pageUrl: "https://trellis.example/pricing",
  timestamp: SEGMENT_START + 1000,
};

describe("interactions", () => {
  it("are stored record by record, each once even if sent again", async () => {
    const query = { type: "interaction", device_id: "clicker" };
    const batch = { version: 1, events: [CLICK, SCROLL] };
    expect(await post(batch, query)).toEqual({ status: 200, body: { success: true } });
    const packed = deflateSync(JSON.stringify(batch));
    expect((await post(packed, { ...query, encoding: "deflate" })).status).toBe(200);
    const rows = await stored("interactions", "clicker");
    expect(rows.find(({ type }) => type === "click")).toMatchObject({
      session_id: SESSION,
      timestamp: "2026-06-01 12:00:00.000",
      path: "/pricing",
      clicks: 3,
      x: 12.5,
      element_x: 0.25,
      section_id: "plans",
      frustration: "rage",
      page_height: 4000,
    });
    expect(rows.find(({ type }) => type === "scroll")).toMatchObject({ max_scroll_height: 2220, clicks: 0 });
    expect(rows).toHaveLength(2);
  });

  it("are rejected one by one, with the reason", async () => {
    const events = [CLICK, { ...CLICK, x: "left" }, { type: "drag" }];
    const { status, body } = await post({ version: 1, events }, { type: "interaction", device_id: "partly" });
    expect(status).toBe(200);
    expect(body.rejected).toMatchObject([
      { index: 1, reason: expect.stringContaining("x must be number") },
      { index: 2, reason: expect.stringContaining("type must be click or scroll") },
    ]);
    expect(await stored("interactions", "partly")).toHaveLength(1);
  });
});

it("accepts a segment just below the size limit", async () => {
  const noise = Array.from({ length: 6 }, () => randomBytes(1.5 * 1024 ** 2).toString("base64"));
  const events = [
    ...replayEvents(),
    ...noise.map((text) => ({ type: 5, data: { text }, timestamp: SEGMENT_START })),
  ];
  const body = deflateSync(JSON.stringify(replaySegment({ recordingId: "heavy" }, events)));
  expect(body.byteLength).toBeGreaterThan(0.85 * MAX_SEGMENT_BYTES);
  expect((await post(body, { device_id: "heavy", encoding: "deflate" })).status).toBe(200);
  const [row] = await stored("replay_segments", "heavy");
  expect(eventsOf(row)).toEqual(events);
});

it("stores a repeated segment once for each visitor", async () => {
  const segment = replaySegment({ recordingId: "twice" });
  for (const device_id of ["one", "one"]) await post(segment, { device_id });
  await post(segment, { device_id: "other", session_id: String(SESSION + 1) });
  expect(await stored("replay_segments", "one")).toHaveLength(1);
  expect(await stored("replay_segments", "other")).toHaveLength(1);
});

it("stores nothing from a bot but returns the usual response", async () => {
  const headers = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
  const answer = await post(replaySegment({ recordingId: "bot" }), { device_id: "bot" }, headers);
  expect(answer).toEqual({ status: 200, body: { success: true } });
  const query = { device_id: "bot", type: "interaction" };
  expect((await post({ version: 1, events: [CLICK] }, query, headers)).status).toBe(200);
  expect([await stored("replay_segments", "bot"), await stored("interactions", "bot")]).toEqual([[], []]);
});

describe("a rejected segment", () => {
  const segment = replaySegment();
  const changed = (members: object) => ({ ...segment, segment: { ...segment.segment, ...members } });
  it.each<[string, unknown, Query, number, string]>([
    [
      "another key",
      segment,
      { api_key: "other" },
      401,
      "Unknown key. Send the value of WRITE_KEY as api_key.",
    ],
    ["no visitor", segment, { device_id: "" }, 400, "device_id"],
    ["no session", segment, { session_id: "abc" }, 400, "session_id"],
    ["session 0", segment, { session_id: "0" }, 400, "session_id"],
    ["no type", segment, { type: "video" }, 400, "type must be"],
    ["an unknown encoding", "x", { encoding: "br" }, 415, "gzip or deflate"],
    ["a wrong encoding", "{}", { encoding: "deflate" }, 400, "not valid deflate"],
    [
      "a truncated stream",
      deflateSync(JSON.stringify(segment)).subarray(0, -9),
      { encoding: "deflate" },
      400,
      "not valid deflate",
    ],
    ["gzip within gzip", gzipSync(gzipSync("{}")), { encoding: "gzip" }, 400, "JSON object"],
    ["invalid JSON", "{", {}, 400, "JSON object"],
    ["another version", { ...segment, version: 2 }, {}, 400, "version must be 1"],
    ["no events", { ...segment, events: [] }, {}, 400, "events must not be empty"],
    ["invalid events", { ...segment, events: [1] }, {}, 400, "events.0"],
    [
      "strings with a segment",
      { ...segment, events: [JSON.stringify(replayEvents()[0])] },
      {},
      400,
      "events must be objects if there is a segment",
    ],
    [
      "objects without a segment",
      { version: 1, events: replayEvents() },
      {},
      400,
      "and JSON strings otherwise",
    ],
    [
      "two events in one string",
      { version: 1, events: ['{"type":2,"timestamp":1},{"type":2,"timestamp":1}'] },
      {},
      400,
      "and JSON strings otherwise",
    ],
    ["another ID", changed({ id: "x" }), {}, 400, "recordingId, a dot"],
    ["an invalid reason", changed({ reason: "bored" }), {}, 400, "segment: reason"],
  ])("reports %s", async (_name, body, query, status, message) => {
    const answer = await post(body, { device_id: "refused", ...query });
    expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
  });

  it("is not stored but is counted as rejected", async () => {
    expect(await stored("replay_segments", "refused")).toEqual([]);
    await expect
      .poll(
        async () => {
          const [row] = await server.stores.eventStore.query<{ n: number }>(
            "SELECT toUInt32(count()) AS n FROM rejected_events WHERE reason = 'unknown_key'",
          );
          return row?.n;
        },
        { timeout: 5000 },
      )
      .toBe(1);
  });
});
