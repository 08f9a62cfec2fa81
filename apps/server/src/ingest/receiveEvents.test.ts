import { brotliCompressSync, gzipSync } from "node:zlib";
import { MAX_BATCH_BYTES, MAX_EVENT_BYTES, SEGMENT_CALLS } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { SpoolError } from "../platform/storage/spool/spool.ts";
import { createCollectServer } from "../testing/collectServer.ts";
import { createMemoryBudget } from "./memoryBudget.ts";
import type { Rejection } from "./rejections.ts";

const NOW = Date.parse("2026-06-01T12:00:00Z");

/** The routes over an in-memory spool; the real one has its own test. */
async function createCollector(
  append?: () => Promise<never>,
  limits: { maxBytes?: number; keptParameters?: string[]; retentionDays?: number } = {},
) {
  const rows: EventRow[] = [];
  const spool = {
    append:
      append ??
      (async (added: readonly EventRow[]) => {
        rows.push(...added);
        return { accepted: added.length, duplicates: 0 };
      }),
  };
  const countries = { codeOf: (address: string) => (address === "127.0.0.1" ? "NO" : "") };
  const counts: Record<string, number> = {};
  const counters = {
    add: (name: string, label = "", count = 1) => {
      const key = `${name} ${label}`.trim();
      counts[key] = (counts[key] ?? 0) + count;
    },
  };
  const refused: Rejection[] = [];
  const rejections = { record: (rejection: Rejection) => void refused.push(rejection) };
  const now = () => NOW;
  const customers = { groupIds: ["workspace-1"], domains: ["acme.example"] };
  const budget = createMemoryBudget({ now, ...limits });
  const allowedOrigins = new Set(["https://shop.example"]);
  const app = await createCollectServer({
    spool,
    rejections,
    counters,
    customers,
    budget,
    countries,
    allowedOrigins,
    now,
    keptParameters: limits.keptParameters ?? [],
    ...(limits.retentionDays && { retentionDays: limits.retentionDays }),
  });
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    app.inject({
      method: "POST",
      url,
      headers: { "content-type": "application/json", ...headers },
      payload: typeof body === "string" || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  return { app, rows, post, counts, refused };
}

const event = (extra: Record<string, unknown> = {}) => ({
  anonymousId: "a",
  messageId: "m",
  event: "e",
  writeKey: "local",
  ...extra,
});
const batch = (events: unknown[]) => ({ writeKey: "local", batch: events });
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

describe("segmentRoutes", () => {
  it("accepts each call under its short and long path", async () => {
    const { post, rows } = await createCollector();
    for (const [call, short] of Object.entries(SEGMENT_CALLS)) {
      for (const name of [call, short]) {
        const { statusCode, body } = await post(`/v1/${name}`, event());
        expect([name, statusCode, body]).toEqual([name, 200, '{"success":true}']);
      }
    }
    expect(rows.map(({ type }) => type)).toEqual(Object.keys(SEGMENT_CALLS).flatMap((call) => [call, call]));
  });

  it("stores the sender's country but not the address", async () => {
    const { post, rows } = await createCollector();
    const named = { ip: "127.0.0.1", remote_addr: "127.0.0.1", plan: "team", place: ["127.0.0.1"] };
    await post("/v1/t", event({ properties: named, context: { ...named, traits: named } }));
    await post("/v1/i", event({ traits: { ...named, account: named } }));
    expect(rows[0]?.country).toBe("NO");
    expect(JSON.stringify(rows)).not.toContain("127.0.0.1");
    const stripped = { plan: "team", place: ["REDACTED"] };
    const [tracked, identified] = rows.map(({ properties, context, traits }) =>
      [properties, context, traits].map((json) => JSON.parse(json)),
    );
    expect(tracked).toEqual([stripped, { ...stripped, traits: stripped }, {}]);
    expect(identified).toEqual([{}, {}, { ...stripped, account: stripped }]);
  });

  it("rejects events older than the retention, and stores others on their day", async () => {
    const { post, rows, refused } = await createCollector(undefined, { retentionDays: 90 });
    const times = ["2023-01-10T12:00:00Z", "2026-03-02T12:00:00Z", "2026-03-04T12:00:00Z"];
    const events = times.map((timestamp) => ({
      ...event({ messageId: timestamp }),
      type: "track",
      timestamp,
    }));
    const answer = await post("/v1/b", batch(events));
    const reason = (time: string) => `the event is from ${time}; only those of the last 90 days are stored`;
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        success: true,
        rejected: [
          { index: 0, messageId: times[0], reason: reason("2023-01-10T12:00:00.000Z") },
          { index: 1, messageId: times[1], reason: reason("2026-03-02T12:00:00.000Z") },
        ],
      },
    ]);
    expect(rows.map(({ timestamp }) => timestamp)).toEqual([Date.parse("2026-03-04T12:00:00Z")]);
    expect(refused.map(({ reason }) => reason)).toEqual(["too_old", "too_old"]);
  });

  it("rejects events older than two years, regardless of retention", async () => {
    const { post, rows } = await createCollector();
    const at = async (timestamp: string) => (await post("/v1/t", event({ timestamp }))).statusCode;
    expect([await at("2024-05-31T12:00:00Z"), await at("2024-06-02T12:00:00Z")]).toEqual([400, 200]);
    expect(rows.map(({ timestamp }) => timestamp)).toEqual([Date.parse("2024-06-02T12:00:00Z")]);
  });

  it("keeps email addresses that are a whole value, and configured parameters", async () => {
    const { post, rows } = await createCollector(undefined, { keptParameters: ["code"] });
    const url = "https://trellis.example/?code=SUMMER&token=abc";
    const properties = { email: "jane@acme.com", note: "for jane@acme.com", url, title: "jane@acme.com" };
    await post("/v1/t", event({ properties }));
    expect(JSON.parse(rows[0]?.properties ?? "")).toEqual({
      email: "jane@acme.com",
      note: "for REDACTED",
      url: "https://trellis.example/?code=SUMMER&token=REDACTED",
      title: "REDACTED",
    });
  });

  it("accepts batches, beacons and compressed bodies, with the key in the body or a Basic header", async () => {
    const { post, rows } = await createCollector();
    const body = JSON.stringify({ batch: [{ ...event(), type: "page" }] });
    const basic = { authorization: `Basic ${Buffer.from("local:").toString("base64")}` };
    const answers = [
      await post("/v1/batch", batch([{ ...event(), type: "page" }]), { "content-type": "text/plain" }),
      await post("/v1/b", gzipSync(body), { ...basic, "content-encoding": "gzip" }),
      await post("/v1/import", brotliCompressSync(body), { ...basic, "content-encoding": "br" }),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(rows).toHaveLength(3);
  });

  it.each([
    ["a wrong key", "/v1/t", event({ writeKey: "other" }), 401, "write key"],
    ["invalid JSON", "/v1/t", "{", 400, "not valid JSON"],
    ["an array", "/v1/t", "[]", 400, "JSON object"],
    [
      "an event without an identity",
      "/v1/t",
      { writeKey: "local", event: "e" },
      400,
      "anonymousId or userId",
    ],
    [
      "a track call without a name",
      "/v1/t",
      { writeKey: "local", anonymousId: "a" },
      400,
      "event must be the name of the event",
    ],
    ["an unknown type", "/v1/b", batch([{ anonymousId: "a", type: "click" }]), 400, "type must be one of"],
    ["an invalid property", "/v1/p", event({ properties: 5 }), 400, "properties"],
    [
      "a batch that is not an array",
      "/v1/b",
      { writeKey: "local", batch: {} },
      400,
      "batch must be an array of events",
    ],
    ["too many events", "/v1/b", batch(Array(2501).fill(0)), 413, "2500"],
    [
      "an event that is too large",
      "/v1/t",
      event({ properties: { a: "x".repeat(MAX_EVENT_BYTES) } }),
      400,
      "the event is 32852 bytes; the limit is 32768 bytes.",
    ],
    ["an event that is nested too deeply", "/v1/t", event({ properties: nested(64) }), 400, "64 levels"],
    ["a body that is too large", "/v1/b", " ".repeat(MAX_BATCH_BYTES + 1), 413, "512000 bytes"],
  ])("rejects %s and says why", async (_name, url, body, status, reason) => {
    const { post, rows } = await createCollector();
    const answer = await post(url, body);
    expect(answer.statusCode).toBe(status);
    expect(answer.json().message).toContain(reason);
    expect(rows).toEqual([]);
  });

  it("rejects oversized, mislabeled and unknown encodings", async () => {
    const { post } = await createCollector();
    const bomb = brotliCompressSync(Buffer.alloc(20_000_000, " "));
    expect(bomb.byteLength).toBeLessThan(1000);
    const send = async (body: Buffer, encoding: string) =>
      (await post("/v1/b", body, { "content-encoding": encoding })).statusCode;
    expect([await send(bomb, "br"), await send(bomb, "gzip"), await send(bomb, "zstd")]).toEqual([
      413, 400, 415,
    ]);
  });

  it("counts accepted and rejected events and keeps each rejection reason", async () => {
    const { post, counts, refused } = await createCollector();
    await post(
      "/v1/b",
      batch([{ ...event(), type: "page" }, { type: "page" }, event({ type: "track", event: "" })]),
    );
    await post("/v1/t", event({ properties: nested(64) }));
    await post("/v1/t", event({ properties: { a: "x".repeat(MAX_EVENT_BYTES) } }));
    await post("/v1/t", event({ context: 5 }));
    await post("/v1/t", '{"context":{"ip":"203.0.113.9"');
    await post("/v1/t", event({ writeKey: "other" }));
    await post("/v1/b", batch(Array(2501).fill(0)));
    await post("/v1/b", " ".repeat(MAX_BATCH_BYTES + 1));
    await post("/v1/b", "x", { "content-encoding": "constructor" });
    expect(refused.map(({ reason }) => reason)).toEqual([
      "no_identity",
      "no_event_name",
      "too_deep",
      "too_large",
      "invalid_member",
      "bad_json",
      "unknown_key",
      "batch_too_long",
      "body_too_large",
      "bad_encoding",
    ]);
    expect(counts).toEqual({ accepted: 1, duplicate: 0 });
    expect(JSON.stringify(refused)).not.toContain("203.0.113.9");
  });

  it("returns 429 with Retry-After in whole seconds when full, and accepts later events", async () => {
    const { post, rows, counts } = await createCollector(undefined, { maxBytes: 100 });
    const answer = await post("/v1/t", event({ properties: { text: "x".repeat(100) } }));
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([429, "1"]);
    expect((await post("/v1/t", event())).statusCode).toBe(200);
    expect([rows.length, counts]).toEqual([1, { "busy 429": 1, accepted: 1, duplicate: 0 }]);
  });

  it("accepts the valid events of a batch and names the others", async () => {
    const { post, rows } = await createCollector();
    const answer = await post(
      "/v1/b",
      batch([
        { ...event(), type: "page" },
        { type: "page", messageId: "bad" },
      ]),
    );
    expect([answer.statusCode, rows.length]).toEqual([200, 1]);
    expect(answer.json().rejected).toEqual([
      { index: 1, messageId: "bad", reason: "anonymousId or userId is required" },
    ]);
  });

  it("returns 503 with Retry-After in whole seconds when events cannot be stored", async () => {
    const { post } = await createCollector(() => Promise.reject(new SpoolError("disk full")));
    const answer = await post("/v1/t", event());
    expect([answer.statusCode, answer.headers["retry-after"]]).toEqual([503, "10"]);
  });

  it("accepts events only from pages of allowed origins", async () => {
    const { app } = await createCollector();
    const ask = (origin: string) => app.inject({ method: "OPTIONS", url: "/v1/b", headers: { origin } });
    expect((await ask("https://shop.example")).headers["access-control-allow-origin"]).toBe(
      "https://shop.example",
    );
    expect((await ask("https://evil.example")).headers["access-control-allow-origin"]).toBeUndefined();
  });

  it.each([
    ["https://evil.example", "Pages on https://evil.example are not measured. To allow them, add their host"],
    ["null", "Pages without a host, such as files and sandboxed frames, are not measured."],
  ])("rejects events of a page of %s with the reason, and stores the rejection", async (origin, reason) => {
    const { post, rows, refused } = await createCollector();
    // Without a preflight request: browsers send plain text to any origin.
    const answer = await post("/v1/b", batch([event()]), { origin, "content-type": "text/plain" });
    expect([answer.statusCode, answer.json().success]).toEqual([403, false]);
    expect(answer.json().message).toContain(reason);
    expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    expect(rows).toEqual([]);
    expect(refused).toMatchObject([{ reason: "host_not_allowed", detail: answer.json().message }]);
  });

  it("rejects the preflight request too, because no event follows it", async () => {
    const { app, refused } = await createCollector();
    const headers = { origin: "https://evil.example" };
    const answer = await app.inject({ method: "OPTIONS", url: "/v1/b", headers });
    expect([answer.statusCode, refused.map(({ reason }) => reason)]).toEqual([403, ["host_not_allowed"]]);
  });

  it.each([
    ["an allowed page", { origin: "https://shop.example" }],
    ["a page of this server at another address", { origin: "http://10.0.0.5:3000", host: "10.0.0.5:3000" }],
    [
      "a page of this server behind a proxy",
      { origin: "https://a.example", "sec-fetch-site": "same-origin" },
    ],
    ["a program, which names no page", {}],
  ])("accepts events of %s", async (_sender, headers) => {
    const { post, rows } = await createCollector();
    expect((await post("/v1/t", event(), headers as Record<string, string>)).statusCode).toBe(200);
    expect(rows).toHaveLength(1);
  });

  it("never stores the sender's address and gives an event without an ID the same one each time", async () => {
    const { post, rows } = await createCollector();
    const { messageId: _, ...anonymous } = event({ context: { ip: "203.0.113.7", locale: "de" } });
    for (let time = 0; time < 2; time += 1) await post("/v1/t", anonymous);
    expect(JSON.stringify(rows)).not.toContain("203.0.113.7");
    expect(rows[0]?.locale).toBe("de");
    expect(rows[0]?.message_id).toBe(rows[1]?.message_id);
  });
});
