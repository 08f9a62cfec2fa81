import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiKey } from "../domains/apiKeys/apiKeyStore.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { eventRow } from "../testing/eventRow.ts";
import { startTestApp, type TestApp } from "../testing/startTestApp.ts";
import { createTemporaryDir, removeDir } from "../testing/temporaryDir.ts";
import { API_ROUTES } from "./apiRoutes.ts";

const dataDir = createTemporaryDir();
let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp({
    dataDir,
    stores: await borrowTestStores(),
    env: { PUBLIC_URL: "https://trellis.example" },
  });
  const { records, eventStore } = app.stores;
  ({ key } = await createApiKey(
    records.db,
    { name: "Test" },
    { by: "owner@trellis.example", at: Date.now() },
  ));
  const session_id = Date.now() - 10_000;
  const views = ["/", "/pricing", "/pricing"].map((path, index) =>
    eventRow({ message_id: `view ${index}`, path, timestamp: session_id + 1000 * index, session_id }),
  );
  await eventStore.insert("events", views, "views");
});
afterAll(async () => {
  await app.stop();
  removeDir(dataDir);
});

async function ask(query: object | string) {
  const response = await fetch(`${app.url}/api/v2/query`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: typeof query === "string" ? query : JSON.stringify({ site_id: "trellis.example", ...query }),
  });
  return {
    status: response.status,
    body: (await response.json()) as { error?: string; results?: unknown; meta?: unknown },
  };
}

it("answers from the event store, as its OpenAPI document describes", async () => {
  const { status, body } = await ask({
    metrics: ["visitors", "pageviews"],
    date_range: "all",
    dimensions: ["event:page"],
    filters: [["not", ["matches", "event:page", ["^/lp"]]]],
    order_by: [["pageviews", "desc"]],
    include: { total_rows: true, imports: true },
  });
  expect([status, body.results, body.meta]).toEqual([
    200,
    [
      { dimensions: ["/pricing"], metrics: [1, 2] },
      { dimensions: ["/"], metrics: [1, 1] },
    ],
    { total_rows: 2, imports_included: false, imports_skip_reason: "no_imported_data" },
  ]);
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as object;
  const validate = new Ajv2020({ strict: false })
    .addSchema(document, "doc")
    .compile({ $ref: "doc#/components/schemas/QueryResponse" });
  validate(body);
  expect(validate.errors).toBeNull();
});

it("has a route for every operation, and describes each", async () => {
  const document = (await (await fetch(`${app.url}/api/openapi.json`)).json()) as { paths: object };
  const urls = Object.keys(API_ROUTES).map((name) => name.replace("POST ", ""));
  expect(urls.filter((url) => !app.app.server.hasRoute({ method: "POST", url }))).toEqual([]);
  expect(Object.keys(document.paths)).toEqual(urls);
});

it("rejects filters that could exhaust the stack or the store", async () => {
  const query = { metrics: ["visitors"], date_range: "all" };
  const withFilters = (filters: string) =>
    JSON.stringify({ site_id: "trellis.example", ...query }).replace("}", `,"filters":${filters}}`);
  const nested = (open: string, close: string, levels: number) =>
    withFilters(`[${open.repeat(levels)}["is","event:page",["/"]]${close.repeat(levels)}]`);
  const wrong: [what: string, body: string, message: RegExp][] = [
    ["lists in lists", nested("[", "]", 20_000), /nested too deeply/],
    ["not", nested('["not",', "]", 5000), /nested too deeply/],
    ["a deep dimension", nested('["is",', ",[]]", 5000), /nested too deeply/],
    ["and", nested('["and",[', "]]", 5000), /nested too deeply/],
    [
      "deep modifiers",
      withFilters(`[["is","event:page",["/"],${'{"a":'.repeat(5000)}1${"}".repeat(5000)}]]`),
      /deeply/,
    ],
    ["has_done", nested('["has_done",', "]", 3), /nested/],
    ["51 filters", withFilters(`[${Array(51).fill('["is","event:page",["/"]]').join()}]`), /filters/],
    [
      "1001 values",
      withFilters(`[["is","event:page",[${Array(1001).fill('"/"').join()}]]]`),
      /more than 1000/,
    ],
    [
      "a long pattern",
      withFilters(`[["matches","event:page",["${"(a+)+".repeat(200)}"]]]`),
      /longer than 500/,
    ],
    ["no pattern", withFilters('[["matches","event:page",["("]]]'), /not a valid RE2/],
  ];
  for (const [what, body, message] of wrong) {
    const { status, body: answer } = await ask(body);
    expect([what, status, answer.error]).toEqual([what, 400, expect.stringMatching(message)]);
  }
});

it("lets a key run two queries at once, and queues the others", async () => {
  const queries = Array.from({ length: 12 }, () => ask({ metrics: ["visitors"], date_range: "all" }));
  expect((await Promise.all(queries)).map(({ status }) => status)).toEqual(Array(12).fill(200));
});
