import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { SEGMENT_START, USER_AGENT } from "../../testing/replaySegment.ts";
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

const QUERY = "ddsource=browser&dd-api-key=local&dd-evp-origin=browser";

type Body = string | Uint8Array<ArrayBuffer> | FormData;

async function post(body: Body, forward = `/api/v2/rum?${QUERY}`, headers: Record<string, string> = {}) {
  const path = `/v1/monitoring?ddforward=${encodeURIComponent(forward)}`;
  const answer = await fetch(server.url + path, {
    method: "POST",
    body,
    headers: { "user-agent": USER_AGENT, ...headers },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

async function stored(session: string): Promise<Record<string, unknown>[]> {
  await expect.poll(() => server.stores.recordings.spool.depth(), { timeout: 30_000 }).toBe(0);
  return server.stores.eventStore.query(
    "SELECT * FROM monitoring_events FINAL WHERE session_id = {session:String} ORDER BY type, raw",
    { session },
  );
}

const event = (session: string, more: object = {}) => ({
  type: "view",
  date: SEGMENT_START,
  application: { id: "marquee" },
  session: { id: session, type: "user" },
  view: { id: "view-1", url: "https://trellis.example/pricing?plan=team", time_spent: 2_000_000_000 },
  service: "site",
  version: "r1",
  usr: { id: "visitor-1" },
  ...more,
});

const linesOf = (...events: unknown[]) => events.map((each) => JSON.stringify(each)).join("\n");

describe("a batch of RUM events", () => {
  it("is stored line by line, unchanged and with its columns", async () => {
    const lines = [
      event("whole"),
      event("whole", {
        type: "error",
        error: { message: "It broke", stack: "Error: It broke\n  at f", type: "Error" },
      }),
      event("whole", { type: "resource", resource: { url: "/x.js", duration: 12_500_000 } }),
      event("whole", {
        type: "action",
        action: { type: "click", target: { name: "Buy" }, frustration: { type: ["rage_click"] } },
      }),
    ];
    expect(await post(linesOf(...lines))).toEqual({ status: 202, body: { success: true } });
    const rows = await stored("whole");
    const raws = rows.map(({ raw }) => String(raw));
    expect(raws.toSorted()).toEqual(lines.map((line) => JSON.stringify(line)).toSorted());
    expect(rows).toMatchObject([
      { type: "action", name: "Buy", frustration: "rage_click" },
      { type: "error", error_message: "It broke", error_stack: "Error: It broke\n  at f", name: "Error" },
      { type: "resource", name: "/x.js", duration: 12.5 },
      {
        type: "view",
        track: "rum",
        application_id: "marquee",
        view_id: "view-1",
        visitor_id: "visitor-1",
        path: "/pricing",
        service: "site",
        version: "r1",
        duration: 2000,
        browser: "Chrome",
        timestamp: "2026-06-01 12:00:00.000",
      },
    ]);
  });

  it("is decompressed if the forwarded query says so, and stored once even if sent again", async () => {
    const body = new Uint8Array(deflateSync(linesOf(event("packed"), event("packed"))));
    const forward = `/api/v2/rum?${QUERY}&dd-evp-encoding=deflate`;
    for (const requestId of ["1", "2"]) {
      expect((await post(body, `${forward}&dd-request-id=${requestId}`)).status).toBe(202);
    }
    // Two identical lines count as two.
    expect(await stored("packed")).toHaveLength(2);
  });

  it("keeps valid lines when others are invalid", async () => {
    const lines = [
      JSON.stringify(event("mixed")),
      "{",
      JSON.stringify(event("mixed", { type: "weather" })),
      JSON.stringify(event("mixed", { type: "action", view: undefined })),
      JSON.stringify(event("mixed", { context: { text: "x".repeat(300_000) } })),
    ];
    const { status, body } = await post(lines.join("\n"));
    expect(status).toBe(202);
    expect(body.rejected).toMatchObject([
      { index: 1, reason: "it is not valid JSON" },
      { index: 2, reason: expect.stringContaining("type") },
      { index: 3, reason: expect.stringContaining("view") },
      { index: 4, reason: expect.stringContaining("262144 bytes") },
    ]);
    expect(await stored("mixed")).toHaveLength(1);
  });

  it("redacts email addresses in URLs", async () => {
    const url = "https://trellis.example/join?EMAIL=ada%40trellis.example&plan=team#a";
    await post(linesOf(event("redacted", { view: { id: "v", url, referrer: "/x?e=1&email=a@b.c" } })));
    const [row] = await stored("redacted");
    expect(row?.url).toBe("https://trellis.example/join?EMAIL=REDACTED&plan=team#a");
    expect(JSON.parse(String(row?.raw)).view.referrer).toBe("/x?e=1&email=REDACTED");
    expect(String(row?.raw)).not.toContain("ada%40");
  });

  it("redacts messages and stacks, and keeps the email address of the page's user", async () => {
    const error = {
      message: "jane@acme.com has no plan",
      stack: "Error\n at https://a.example/x?token=abc:1:2",
    };
    await post(
      linesOf(event("redacted-texts", { type: "error", error, usr: { id: "u", email: "jane@acme.com" } })),
    );
    const [row] = await stored("redacted-texts");
    expect(row?.error_message).toBe("REDACTED has no plan");
    expect(JSON.parse(String(row?.raw))).toMatchObject({
      error: { stack: "Error\n at https://a.example/x?token=REDACTED:1:2" },
      usr: { email: "jane@acme.com" },
    });
  });

  it("removes IP addresses at any depth", async () => {
    const named = { ip: "203.0.113.9", client_ip: "203.0.113.9", seen: "203.0.113.9", plan: "team" };
    const usr = { id: "visitor-1", ip: "203.0.113.9" };
    const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
    const lines = [
      JSON.stringify(event("addresses", { usr, context: { request: named } })),
      JSON.stringify(event("addresses", { context: "deep" })).replace('"deep"', deep),
    ];
    expect((await post(lines.join("\n"))).body.rejected).toEqual([
      { index: 1, reason: "it is nested deeper than 64 levels" },
    ]);
    const rows = await stored("addresses");
    expect(JSON.stringify(rows)).not.toContain("203.0.113.9");
    const stripped = { usr: { id: "visitor-1" }, context: { request: { seen: "REDACTED", plan: "team" } } };
    expect(rows.map(({ raw }) => JSON.parse(String(raw)))).toEqual([event("addresses", stripped)]);
  });

  it("from a bot is ignored", async () => {
    const headers = { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" };
    expect((await post(linesOf(event("bot")), undefined, headers)).status).toBe(202);
    expect(await stored("bot")).toEqual([]);
  });
});

it("stores telemetry and logs of the client", async () => {
  const telemetry = { type: "telemetry", date: SEGMENT_START, telemetry: {}, session: { id: "told" } };
  await post(linesOf(telemetry));
  const log = { date: SEGMENT_START, message: "Hello", status: "info", session_id: "told" };
  expect((await post(linesOf(log), `/api/v2/logs?${QUERY}`)).status).toBe(202);
  expect(await stored("told")).toMatchObject([
    { track: "logs", type: "info", name: "Hello" },
    { track: "rum", type: "telemetry" },
  ]);
});

describe("a replay", () => {
  const segment = new Uint8Array(deflateSync(JSON.stringify({ records: [] })));
  const description = {
    application: { id: "marquee" },
    session: { id: "replayed" },
    view: { id: "view-1" },
    start: SEGMENT_START,
    end: SEGMENT_START + 5000,
    records_count: 7,
    has_full_snapshot: true,
    index_in_view: 2,
    creation_reason: "init",
  };
  const formOf = (parts: Record<string, string | Uint8Array<ArrayBuffer>>) => {
    const form = new FormData();
    for (const [name, part] of Object.entries(parts)) form.append(name, new Blob([part]), name);
    return form;
  };
  const forward = `/api/v2/replay?${QUERY}`;

  it("is stored separately and unchanged", async () => {
    const form = formOf({ segment, event: JSON.stringify(description) });
    expect(await post(form, forward)).toEqual({ status: 202, body: { success: true } });
    await expect.poll(() => server.stores.recordings.spool.depth(), { timeout: 30_000 }).toBe(0);
    const rows = await server.stores.eventStore.query("SELECT * FROM replay_segments");
    expect(rows).toMatchObject([
      {
        protocol: "datadog",
        session_id: 0,
        recording_id: "replayed",
        segment_index: 2,
        event_count: 7,
        has_full_snapshot: 1,
        data: Buffer.from(segment).toString("base64"),
      },
    ]);
  });

  it.each<[string, Body, string]>([
    ["no parts", "x", "multipart"],
    ["one part", formOf({ segment }), "parts segment and event"],
    ["an invalid event", formOf({ segment, event: "{}" }), "event:"],
    [
      "an uncompressed segment",
      formOf({ segment: "x", event: JSON.stringify(description) }),
      "not valid deflate",
    ],
  ])("with %s is rejected", async (_name, body, message) => {
    const answer = await post(body, forward);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it("that is truncated is rejected", async () => {
    const whole = new Response(formOf({ segment, event: JSON.stringify(description) }));
    const contentType = whole.headers.get("content-type") ?? "";
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const answer = await post(bytes.subarray(0, bytes.length - 200), forward, {
      "content-type": contentType,
    });
    expect(answer.status).toBe(400);
  });
});

it.each([
  ["another host", `https://evil.example/api/v2/rum?${QUERY}`, 400, "ddforward"],
  ["another path", `/api/v1/rum?${QUERY}`, 400, "ddforward"],
  ["a path with ..", `/api/v2/rum/../logs?${QUERY}`, 400, "ddforward"],
  ["an unknown track", `/api/v2/spans?${QUERY}`, 400, "ddforward"],
  ["another token", "/api/v2/rum?dd-api-key=other", 401, "client token"],
])("rejects %s", async (_name, forward, status, message) => {
  const answer = await post(linesOf(event("refused")), forward);
  expect([answer.status, answer.body.message]).toEqual([status, expect.stringContaining(message)]);
});
