import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow, eventRows } from "../testing/eventRow.ts";
import { replayEvents, replaySegment, SEGMENT_START, USER_AGENT } from "../testing/replaySegment.ts";
import { startEngine, type TestEngine } from "../testing/startEngine.ts";
import { startTestApp, type TestApp } from "../testing/startTestApp.ts";
import { startTestStores } from "../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";

/** Texts with half characters, U+0000, and characters with a meaning in JSON. */
const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "\ud83d",
    "\ude00",
    "🌱",
    "\u0000",
    "\\",
    "u",
    "d83d",
    '"',
    "\n",
    "{",
    "é",
    "\u2028",
  ),
  maxLength: 12,
});
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e308, 5e-324, -0, 2 ** 53, 0.1),
);
const value = fc.jsonValue({ depthSize: "small" });
const bag = fc.dictionary(text, fc.oneof(text, number, value), { maxKeys: 4 });
const optional: { requiredKeys: [] } = { requiredKeys: [] };

const page = fc.record(
  { title: text, path: text, url: fc.oneof(text, fc.webUrl()), referrer: text },
  optional,
);
const context = fc.record(
  {
    locale: text,
    timezone: text,
    library: fc.record({ name: text, version: fc.oneof(text, number) }),
    campaign: fc.record({ name: text, source: text, medium: text }),
    attribution: fc.record({ first: bag, last: fc.record({ utm_campaign: text, utm_term: text }) }),
    page,
    sessionId: fc.oneof(text, number),
    variations: text,
    pageVersion: text,
    screen: fc.record({ width: number }),
    userAgent: text,
  },
  optional,
);
const event = fc.record(
  {
    type: fc.constantFrom("page", "track", "identify", "group", "alias", "screen"),
    event: text,
    name: text,
    anonymousId: text,
    userId: text,
    groupId: text,
    previousId: text,
    timestamp: fc.oneof(text, number),
    properties: fc.oneof(bag, page, value),
    traits: bag,
    context,
  },
  { requiredKeys: ["type"] },
);
const click = fc.record(
  {
    selector: text,
    pageUrl: fc.oneof(text, fc.webUrl()),
    sectionId: text,
    pageVersion: text,
    x: number,
    y: number,
    pageWidth: number,
    count: fc.oneof(number, fc.integer()),
  },
  optional,
);
const line = fc.record(
  {
    service: text,
    version: text,
    usr: fc.record({ id: text, name: text }),
    error: fc.record({ message: text, stack: text, type: text }),
    more: bag,
  },
  optional,
);

const segment = fc.record(
  {
    pageUrl: fc.oneof(text, fc.webUrl()),
    pageVersion: text,
    userAgent: text,
    reason: text,
    privacyLevel: text,
    admission: text,
    viewportWidth: fc.oneof(number, fc.nat(4000)),
    firstEvent: fc.oneof(number, fc.nat(100)),
  },
  optional,
);
const recorded = fc.record({ type: fc.constantFrom(2, 3, 4, 5, 6), data: bag });
const log = fc.record(
  { message: text, service: text, error: fc.record({ stack: text }), more: bag },
  optional,
);

const CLICK = {
  type: "click",
  timestamp: SEGMENT_START,
  pageUrl: "https://trellis.example/",
  x: 1,
  y: 2,
  viewportWidth: 800,
  viewportHeight: 600,
};
const RUM = {
  type: "error",
  date: SEGMENT_START,
  application: { id: "marquee" },
  session: { id: "session", type: "user" },
  view: { id: "view", url: "https://trellis.example/" },
};

describe.each(["the embedded event store", "a ClickHouse server"])("with %s,", (store) => {
  const dataDir = createTemporaryDir();
  let engine: TestEngine | undefined;
  let server: TestApp;
  beforeAll(async () => {
    if (store === "a ClickHouse server") engine = await startEngine(createTemporaryDir());
    const stores = engine ? startTestStores(dataDir, { clickhouseUrl: engine.url }) : borrowTestStores();
    server = await startTestApp({ dataDir, stores: await stores });
  });
  afterAll(async () => {
    await server.stop();
    await engine?.kill();
    removeDir(dataDir);
  });

  /** Sends a body written by `JSON.stringify`, which escapes half characters. */
  async function post(path: string, body: unknown) {
    const response = await fetch(server.url + path, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: { "user-agent": USER_AGENT, "content-type": "text/plain" },
    });
    const answer = (await response.json()) as { rejected?: unknown[] };
    return { status: response.status, rejected: answer.rejected?.length ?? 0 };
  }

  async function drained() {
    const { drain, recordings } = server.stores;
    for (const each of [drain, recordings.drain])
      await expect.poll(each.status).toMatchObject({ draining: true, depth: 0, lastError: null });
  }

  async function count(table: string, where = "1") {
    const sql = `SELECT toUInt32(count()) AS n FROM ${table} WHERE ${where}`;
    const [row] = await server.stores.eventStore.query<{ n: number }>(sql);
    return row?.n ?? 0;
  }
  const countBad = () => count("rejected_events", "reason = 'not_storable'");

  it("stores or rejects every event that it accepts, whatever its JSON", async () => {
    const before = (await count("events_unique")) + (await countBad());
    let sent = 0;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 1, maxLength: 12 }), async (events) => {
        const batch = events.map((each, index) => ({ ...each, messageId: `random-${sent + index}` }));
        const { rejected } = await post("/v1/b", { writeKey: "local", batch });
        sent += batch.length;
        accepted += batch.length - rejected;
      }),
    );
    await drained();
    expect(accepted).toBeGreaterThan(30);
    expect((await count("events_unique")) + (await countBad()) - before).toBe(accepted);
  });

  it("stores or rejects every click and each line of monitoring that it accepts", async () => {
    const tables = async () => (await count("interactions")) + (await count("monitoring_events"));
    const before = (await tables()) + (await countBad());
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(click), fc.array(line), async (clicks, lines) => {
        const events = clicks.map((each, index) => ({
          ...CLICK,
          timestamp: CLICK.timestamp + index,
          ...each,
        }));
        const query = `device_id=visitor&session_id=${SEGMENT_START - accepted}&type=interaction&api_key=local`;
        const clicked = await post(`/v1/replay?${query}`, { version: 1, events });
        if (clicked.status === 200) accepted += events.length - clicked.rejected;
        const texts = lines.map((each, index) => JSON.stringify({ ...RUM, n: accepted + index, ...each }));
        const forward = encodeURIComponent("/api/v2/rum?ddsource=browser&dd-api-key=local");
        const monitored = await post(`/v1/monitoring?ddforward=${forward}`, texts.join("\n"));
        if (monitored.status === 202) accepted += texts.length - monitored.rejected;
      }),
    );
    await drained();
    expect(accepted).toBeGreaterThan(100);
    expect((await tables()) + (await countBad()) - before).toBe(accepted);
  });

  it("stores or rejects every segment of a recording, and each message of the console, that it accepts", async () => {
    const recordings = () => count("(SELECT DISTINCT recording_id FROM replay_segments)");
    const before = (await recordings()) + (await count("monitoring_events")) + (await countBad());
    let sent = 0;
    let accepted = 0;
    const parts = fc.tuple(segment, fc.array(recorded, { maxLength: 5 }), fc.array(log, { maxLength: 3 }));
    await fc.assert(
      fc.asyncProperty(parts, async ([metadata, events, logs]) => {
        sent += 1;
        const timed = events.map((each, index) => ({ ...each, timestamp: SEGMENT_START + index }));
        const body = replaySegment({ recordingId: `random-${sent}`, ...(metadata as object) }, [
          ...replayEvents(),
          ...timed,
        ]);
        const query = `device_id=visitor&session_id=${SEGMENT_START - 1000}&type=replay&api_key=local`;
        const answer = await post(`/v1/replay?${query}`, body);
        if (answer.status === 200) accepted += 1 - answer.rejected;
        const texts = logs.map((each, index) =>
          JSON.stringify({ ...RUM, type: undefined, status: "error", n: sent * 10 + index, ...each }),
        );
        const forward = encodeURIComponent("/api/v2/logs?ddsource=browser&dd-api-key=local");
        const monitored = await post(`/v1/monitoring?ddforward=${forward}`, texts.join("\n"));
        if (monitored.status === 202) accepted += texts.length - monitored.rejected;
      }),
    );
    await drained();
    expect(accepted).toBeGreaterThan(30);
    const after = (await recordings()) + (await count("monitoring_events")) + (await countBad());
    expect(after - before).toBe(accepted);
  });

  it.each([
    ["/v1/t", '{"writeKey":"local","event":"half 😀 \\ud800","anonymousId":"a\\ud800b","messageId":"half"}'],
    ["/v1/b", '{"writeKey":"local","batch":[{"type":"track","event":"x \\ud83d","anonymousId":"a"}]}'],
    [
      "/v1/page",
      '{"writeKey":"local","anonymousId":"a","properties":{"title":"Our summer party is 🎉\\ud83c","path":"/"}}',
    ],
  ])("stores half a character sent to %s as U+FFFD", async (path, body) => {
    expect((await post(path, body)).status).toBe(200);
    await drained();
    expect(await count("rejected_events", "reason = 'not_storable' AND sample LIKE '%half%'")).toBe(0);
    expect(await count("events_unique", "endsWith(concat(event, title), '\ufffd')")).toBeGreaterThan(0);
  });

  it("stores U+0000 in the IDs of people as U+FFFD, like the record store", async () => {
    const ids = '"anonymousId":"nul\\u0000a","userId":"nul\\u0000u"';
    await post("/v1/identify", `{"writeKey":"local","messageId":"nul",${ids}}`);
    await drained();
    const where = "anonymous_id = 'nul\ufffda' AND user_id = 'nul\ufffdu' AND visitor_id = anonymous_id";
    expect(await count("events_unique", where)).toBe(1);
  });

  it("keeps the properties of an event with half a character readable", async () => {
    const properties = '{"plan":"team","title":"\\ud83c"}';
    await post(
      "/v1/t",
      `{"writeKey":"local","event":"x","anonymousId":"a","messageId":"plan","properties":${properties}}`,
    );
    await drained();
    const where = "message_id = 'plan' AND JSONExtractString(properties, 'plan') = 'team'";
    expect(await count("events_unique", where)).toBe(1);
  });

  it("stores a long message of the console that ends in an emoji at the limit", async () => {
    const log = { ...RUM, type: undefined, status: "error", message: `${"m".repeat(999)}😀 and more` };
    const forward = encodeURIComponent("/api/v2/logs?ddsource=browser&dd-api-key=local");
    expect((await post(`/v1/monitoring?ddforward=${forward}`, log)).status).toBe(202);
    await drained();
    expect(await count("monitoring_events", `name = '${"m".repeat(999)}'`)).toBe(1);
  });

  it("rejects rows that the store can't read, with their reason, and stores the others", async () => {
    const names = { anonymous_id: "ann", user_id: "ann's ID", traits: '{"email":"ann@example.com"}' };
    const bad = { message_id: "bad", session_id: -1, event: "Plan Chosen", ...names };
    const { spool, recordings } = server.stores;
    await spool.append([...eventRows(20, "before"), eventRow(bad), ...eventRows(20, "after")]);
    await recordings.spool.append([
      { message_id: "bad click", table: "interactions", row: { message_id: "bad click", clicks: "many" } },
      { message_id: "good click", table: "interactions", row: { message_id: "good click" } },
    ]);
    await drained();
    expect(await count("events_unique", "message_id LIKE 'before%' OR message_id LIKE 'after%'")).toBe(40);
    expect(await count("interactions", "message_id = 'good click'")).toBe(1);
    const rejected = await server.stores.eventStore.query(
      "SELECT event, message_id, visitor_id, detail, sample FROM rejected_events WHERE message_id LIKE 'bad%' ORDER BY message_id",
    );
    expect(rejected).toEqual([
      {
        event: "Plan Chosen",
        message_id: "bad",
        visitor_id: "ann",
        detail: "The event store can't read the value of session_id (CANNOT_PARSE_NUMBER).",
        // A deletion of the visitor uses these to find it.
        sample: expect.stringMatching(/"anonymousId":"ann","userId":"ann's ID",.*"email":"ann@example.com"/),
      },
      {
        event: "",
        message_id: "bad click",
        visitor_id: "",
        detail: expect.stringMatching(/^interactions: The event store can't read the value of clicks/),
        sample: "",
      },
    ]);
    expect(await count("tallies", "name = 'rejected' AND label = 'not_storable'")).toBeGreaterThan(0);
  });
});
