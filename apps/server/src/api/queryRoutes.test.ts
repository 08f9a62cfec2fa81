import type { AddressInfo } from "node:net";
import { ONE_HOUR, ONE_MINUTE, type QueryResponse } from "@marquee/contract";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createApiKey, listApiKeys, revokeApiKey } from "../domains/apiKeys/apiKeyStore.ts";
import { MAX_FAILURES, MAX_REQUESTS } from "../domains/apiKeys/authenticateKey.ts";
import { apiKeys } from "../domains/apiKeys/tables.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { LAZY_VALIDATION } from "../platform/http/lazyValidation.ts";
import { registerDefaultHeaders } from "../platform/http/securityHeaders.ts";
import type { Records } from "../platform/storage/records/records.ts";
import { borrowRecords } from "../testing/borrowStores.ts";
import { API_ROUTES } from "./apiRoutes.ts";
import { queryRoutes } from "./queryRoutes.ts";

const NOON = Date.UTC(2026, 10, 24, 12);
const SITE_ID = "trellis.example";
const QUERY = { site_id: SITE_ID, metrics: ["visitors"], date_range: "7d" };
const RESPONSE: QueryResponse = {
  results: [{ dimensions: [], metrics: [42] }],
  meta: {},
  query: { ...QUERY, metrics: ["visitors"], date_range: ["2026-11-17", "2026-11-23"] },
};
const UNAUTHORIZED =
  "Invalid API key or site ID. Send a valid key in the Authorization header as Bearer KEY, not in the URL, and the site's ID as site_id.";

let records: Records;
let app: FastifyInstance;
let key: string;
let now: number;
const logged: string[] = [];
const answer =
  vi.fn<(query: unknown, asker: { id: string; signal?: AbortSignal }) => Promise<QueryResponse>>();

beforeAll(async () => {
  records = await borrowRecords();
});
afterAll(() => records.stop());
const noted: string[] = [];
beforeEach(async () => {
  now = NOON;
  logged.length = 0;
  answer.mockReset().mockResolvedValue(RESPONSE);
  await records.db.delete(apiKeys);
  ({ key } = await createApiKey(
    records.db,
    { name: "Dashboard" },
    { by: "owner@trellis.example", at: NOON },
  ));
  const loggerInstance: FastifyBaseLogger = pino({ level: "trace" }, { write: (line) => logged.push(line) });
  app = fastify({
    loggerInstance,
    schemaController: LAZY_VALIDATION,
    // Otherwise, closing waits for fetch's keep-alive connections.
    forceCloseConnections: true,
  });
  registerDefaultHeaders(app, false);
  const site = { current: () => ({ id: SITE_ID }) as never };
  await app.register(
    queryRoutes({
      db: records.db,
      questions: { answer },
      site,
      security: { note: ({ kind }) => noted.push(kind) },
      now: () => now,
    }),
    { prefix: "/api/v2" },
  );
});
afterEach(() => app.close());

interface Sent {
  authorization?: string | null;
  payload?: unknown;
  headers?: Record<string, string>;
  url?: string;
  from?: string;
}

async function send(sent: Sent = {}) {
  const {
    authorization = `Bearer ${key}`,
    payload = QUERY,
    headers = {},
    url = "/api/v2/query",
    from,
  } = sent;
  const response = await app.inject({
    method: "POST",
    url,
    headers: { "content-type": "application/json", ...(authorization && { authorization }), ...headers },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
    ...(from && { remoteAddress: from }),
  });
  const { statusCode, headers: received } = response;
  return { statusCode, body: response.json() as unknown, headers: received };
}

const errorOf = async (sent: Sent) => {
  const { statusCode, body } = await send(sent);
  return [statusCode, (body as { error: unknown }).error];
};

it("logs rejected keys in the security log", async () => {
  noted.length = 0;
  await send();
  expect(noted).toEqual([]);
  for (const authorization of ["Bearer wrong", "Basic x", null]) await send({ authorization });
  expect(noted).toEqual(["API key refused", "API key refused", "API key refused"]);
});

it("answers a query with a key, and nothing else", async () => {
  const response = await send();
  expect(response).toMatchObject({
    statusCode: 200,
    body: RESPONSE,
    headers: { "cache-control": "no-store" },
  });
  expect(Object.keys(response.headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  const [{ id } = { id: "" }] = await listApiKeys(records.db);
  expect(answer).toHaveBeenCalledExactlyOnceWith(QUERY, {
    id: `API key ${id}`,
    format: "plausible",
    signal: expect.any(AbortSignal),
  });
});

it("answers the request that clients of the Stats API send", async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const query = {
    ...QUERY,
    metrics: ["visitors", "pageviews"],
    dimensions: ["visit:source"],
    filters: [
      ["contains", "event:page", ["/lp"], { case_sensitive: false }],
      [
        "or",
        [
          ["is", "visit:country", ["DE"]],
          ["not", ["has_done", ["is", "event:goal", ["Signup"]]]],
        ],
      ],
    ],
    order_by: [["visitors", "desc"]],
    include: { imports: true, time_labels: true, total_rows: true },
    pagination: { limit: 100, offset: 0 },
  };
  const response = await fetch(`http://127.0.0.1:${port}/api/v2/query`, {
    method: "POST",
    headers: {
      Authorization: `bearer ${key}`,
      "Content-Type": "application/json; charset=utf-8",
      Accept: "*/*",
    },
    body: JSON.stringify(query),
  });
  expect([response.status, await response.json()]).toEqual([200, RESPONSE]);
  expect(answer.mock.calls[0]?.[0]).toEqual(query);
});

it("gives the same response without a key, with an unknown or revoked one, and for another site", async () => {
  const revoked = await createApiKey(records.db, { name: "Old" }, { by: "owner@trellis.example", at: NOON });
  const row = (await listApiKeys(records.db)).find(({ name }) => name === "Old");
  await revokeApiKey(records.db, row?.id ?? "", { by: "owner@trellis.example", at: NOON });
  const wrong: Sent[] = [
    { authorization: null },
    { authorization: "Bearer" },
    { authorization: `Basic ${key}` },
    { authorization: `Bearer ${key}x` },
    { authorization: `Bearer ${key} ${key}` },
    { authorization: `Bearer ${revoked.key}` },
    { authorization: `Bearer ${"x".repeat(8000)}` },
    { authorization: "Bearer ' OR 1=1 --" },
    { authorization: null, url: `/api/v2/query?api_key=${key}&key=${key}&access_token=${key}` },
    { authorization: null, headers: { "x-api-key": key, cookie: `key=${key}` } },
    { payload: { ...QUERY, site_id: "other.example" } },
    { payload: { ...QUERY, site_id: "" } },
  ];
  for (const each of wrong) {
    const { statusCode, body, headers } = await send(each);
    expect([each, statusCode, body]).toEqual([each, 401, { error: UNAUTHORIZED }]);
    expect(headers).toMatchObject({ "www-authenticate": "Bearer", "cache-control": "no-store" });
  }
  expect(answer).not.toHaveBeenCalled();
});

it("rejects several Authorization headers, because a proxy may have checked a different one", async () => {
  const headers = {
    authorization: [`Bearer ${key}`, "Bearer other"] as never,
    "content-type": "application/json",
  };
  const response = await app.inject({ method: "POST", url: "/api/v2/query", headers, payload: QUERY });
  expect(response.statusCode).toBe(401);
});

it("explains what is wrong with a query", async () => {
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const body = "The body is not a valid JSON object.";
  const cases: [Sent, number, unknown][] = [
    [{ payload: "" }, 400, body],
    [{ payload: "{" }, 400, body],
    [{ payload: deep }, 400, "The body must be object."],
    [{ payload: "null" }, 400, "The body must be object."],
    [{ payload: '{"__proto__":{"isAdmin":true}}' }, 400, body],
    [{ payload: {} }, 400, expect.stringContaining("required properties site_id")],
    [{ payload: { ...QUERY, metrics: [] } }, 400, expect.stringContaining("/metrics must not have fewer")],
    [{ payload: { ...QUERY, metrics: "visitors" } }, 400, "/metrics must be array."],
    [{ payload: { ...QUERY, filters: Array(51).fill([]) } }, 400, expect.stringContaining("/filters")],
    [{ payload: { ...QUERY, sql: "DROP" } }, 400, "/sql is an unknown property."],
    [
      { payload: { ...QUERY, pagination: { limit: 1e9 } } },
      400,
      expect.stringContaining("/pagination/limit"),
    ],
    [
      { payload: " ".repeat(API_ROUTES["POST /api/v2/query"].maxBytes + 1) },
      413,
      "The query is too large. Queries are limited to 64 KB.",
    ],
    ...["text/plain", "application/x-www-form-urlencoded"].map((type): [Sent, number, unknown] => [
      { headers: { "content-type": type } },
      415,
      "Send the query as JSON with Content-Type: application/json.",
    ]),
    [{ url: "/api/v2/queries" }, 404, "Unknown endpoint. Send queries to POST /api/v2/query."],
  ];
  for (const [sent, status, error] of cases)
    expect([sent, ...(await errorOf(sent))]).toEqual([sent, status, error]);
  expect(answer).not.toHaveBeenCalled();
  const response = await app.inject({ url: "/api/v2/query", headers: { authorization: `Bearer ${key}` } });
  expect(response.statusCode).toBe(404);
});

it("passes on the compiler's errors, hides other failures, and never logs the key", async () => {
  answer.mockRejectedValueOnce(
    new ApiError("bad_request", 'Unknown metric "visitor". Did you mean visitors?'),
  );
  expect(await errorOf({})).toEqual([400, 'Unknown metric "visitor". Did you mean visitors?']);
  answer.mockRejectedValueOnce(new Error("Code: 241. Memory limit exceeded in SELECT secret"));
  expect(await errorOf({})).toEqual([503, "Data is unavailable right now. Try again in a moment."]);
  expect(logged.join()).toContain("Memory limit exceeded");
  expect(logged.join()).not.toContain(key);
});

it("limits the requests of a key to 600 an hour, whatever their outcome, and not those of others", async () => {
  for (let count = 0; count < MAX_REQUESTS; count += 1) await send({ payload: count % 2 ? QUERY : "{" });
  now += 59 * ONE_MINUTE;
  const limited = await send();
  expect(limited).toMatchObject({
    statusCode: 429,
    body: { error: "An API key can send 600 requests an hour. Try again in a minute." },
    headers: { "retry-after": "60" },
  });
  const other = await createApiKey(records.db, { name: "Other" }, { by: "owner@trellis.example", at: NOON });
  expect((await send({ authorization: `Bearer ${other.key}` })).statusCode).toBe(200);
  now = NOON + ONE_HOUR;
  expect((await send()).statusCode).toBe(200);
});

it("limits failed attempts by network", async () => {
  const guess = { authorization: "Bearer guess", from: "192.0.2.1" };
  for (let count = 0; count < MAX_FAILURES; count += 1) expect((await send(guess)).statusCode).toBe(401);
  const limited = await send(guess);
  expect(limited.statusCode).toBe(429);
  expect(limited.headers["retry-after"]).toBe("600");
  expect((await send({ from: "192.0.2.2" })).statusCode).toBe(200);
});

it("records the last use of a key, at most once a minute", async () => {
  const lastUsedAt = async () => (await listApiKeys(records.db))[0]?.lastUsedAt;
  expect(await lastUsedAt()).toBeNull();
  const seen = [];
  for (const at of [NOON, NOON + 59_999, NOON + ONE_MINUTE]) {
    now = at;
    await send();
    seen.push(await lastUsedAt());
  }
  expect(seen).toEqual([NOON, NOON, NOON + ONE_MINUTE]);
});

it("cancels the query when the client leaves", async () => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  const cancelled = new Promise<void>((resolve) => {
    answer.mockImplementationOnce((_query, { signal }) => {
      signal?.addEventListener("abort", () => resolve());
      leaving.abort();
      return new Promise(() => undefined);
    });
  });
  const request = fetch(`http://127.0.0.1:${port}/api/v2/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(QUERY),
    signal: leaving.signal,
  });
  await expect(request).rejects.toThrow("aborted");
  await cancelled;
});
