import { connect } from "node:net";
import type { TargetingCondition } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Records } from "../../../platform/storage/records/records.ts";
import { borrowRecords } from "../../../testing/borrowStores.ts";
import { experimentDefinition, flagDefinition } from "../../../testing/experimentDefinition.ts";
import { CLIENT_KEY, SERVER_KEY, startProtocol, type TestProtocol } from "../../../testing/startProtocol.ts";

let records: Records;
let open: TestProtocol;
let closed: TestProtocol;

const inGermany: TargetingCondition = { attribute: "country", operator: "in", values: ["DE"] };
const plan = flagDefinition({
  key: "plan",
  type: "string",
  defaultValue: "basic",
  rules: [
    {
      id: "german",
      description: "",
      isOn: true,
      targeting: [inGermany],
      prerequisites: [],
      coverage: 1,
      environments: ["production"],
      from: null,
      to: null,
      value: "genau",
    },
  ],
});

beforeAll(async () => {
  records = await borrowRecords();
  open = await startProtocol({ records });
  closed = await startProtocol({ records, serverKey: SERVER_KEY });
  await open.change({ flags: [plan], running: [experimentDefinition()] });
  await closed.flags.refresh();
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
  await records.stop();
});

const getFeatures = (key: string, headers: Record<string, string> = {}, from = open) =>
  fetch(`${from.url}/api/features/${key}`, { headers });
const evaluate = (body: unknown, headers: Record<string, string> = {}, from = open) =>
  fetch(`${from.url}/api/eval/${CLIENT_KEY}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
const featuresOf = async (body: unknown, headers = {}) =>
  ((await (await evaluate(body, headers)).json()) as { features: Record<string, { defaultValue: unknown }> })
    .features;

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("GET /api/features", () => {
  it("returns the payload that SDKs load, with an ETag", async () => {
    const answer = await getFeatures(CLIENT_KEY);
    expect(await answer.json()).toMatchObject({ status: 200, features: { plan: { defaultValue: "basic" } } });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "cache-control": "public, no-cache",
      "cdn-cache-control": expect.stringContaining("stale-while-revalidate"),
      "x-sse-support": "enabled",
      "access-control-expose-headers": expect.stringContaining("x-sse-support"),
      "access-control-allow-origin": "*",
    });
    const etag = answer.headers.get("etag") ?? "";
    expect((await getFeatures(CLIENT_KEY, { "if-none-match": etag })).status).toBe(304);
    expect((await getFeatures(CLIENT_KEY, { "if-none-match": '"older"' })).status).toBe(200);
  });

  it.each(["br", "gzip"])("compresses with %s if the client accepts it", async (encoding) => {
    const answer = await getFeatures(CLIENT_KEY, { "accept-encoding": encoding });
    expect(answer.headers.get("content-encoding")).toBe(encoding);
    expect(await answer.json()).toHaveProperty("features.plan");
  });

  it("has rules with the server key only", async () => {
    for (const protocol of [open, closed]) {
      const { features } = (await (await getFeatures(CLIENT_KEY, {}, protocol)).json()) as {
        features: object;
      };
      expect(Object.keys(features)).toContain("plan");
      for (const feature of Object.values(features)) expect(Object.keys(feature)).toEqual(["defaultValue"]);
    }
    const answer = await getFeatures(SERVER_KEY, {}, closed);
    expect(await answer.clone().text()).toMatch(/"rules":.*"variations":/);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "private, no-cache"]);
    expect(answer.headers.has("cdn-cache-control")).toBe(false);
    expect((await evaluate({}, {}, closed)).status).toBe(200);
  });
});

describe("POST /api/eval", () => {
  it("returns one visitor's values without rules or other variations", async () => {
    const features = await featuresOf({ attributes: { id: "visitor-1", country: "FR" } });
    expect(features.plan).toEqual({ defaultValue: "basic" });
    const [rule] = Object(features["pricing-quiz-banner-is-active"]).rules;
    const [{ experiment, result }] = rule.tracks;
    const { variationId, value } = result;
    expect(rule.force).toBe(value);
    expect(experiment).toEqual({
      key: "quiz",
      name: "Quiz banner",
      phase: "1",
      variations: [{}, {}].map((empty, index) => (index === variationId ? value : empty)),
      meta: [
        { key: "control", name: "As it is" },
        { key: "shown", name: "Shown" },
      ].map((named, index) => (index === variationId ? named : {})),
      marquee: { flag: "pricing-quiz-banner-is-active", kind: "flag", pages: [], sections: [] },
    });
    expect(JSON.stringify(features)).not.toMatch(/condition|weights|coverage|seed|bucket"|genau/);
  });

  it("derives the country from the IP address unless it is an attribute", async () => {
    expect((await featuresOf({})).plan).toEqual({ defaultValue: "genau" });
    expect((await featuresOf({ attributes: { country: "FR" } })).plan).toEqual({ defaultValue: "basic" });
  });

  it("accepts nested attributes", async () => {
    const attributes = {
      id: "visitor-1",
      country: "FR",
      company: { plan: "business", seats: [1, { of: 2 }] },
    };
    expect((await featuresOf({ attributes })).plan).toEqual({ defaultValue: "basic" });
  });

  it("names the cause of an error", async () => {
    const errorOf = async (body: unknown) =>
      ((await (await evaluate(body)).json()) as { error: string }).error;
    expect(await errorOf("{")).toBe("Send a valid JSON object. Members named __proto__ are not accepted.");
    expect(await errorOf({ attributes: { id: { text: "a".repeat(1001) } } })).toMatch(
      /1000 characters per text/,
    );
    expect(await errorOf({ attributes: [1] })).toBe("attributes must be object.");
    expect(await errorOf({ attributes: { id: JSON.parse(nested(21)) } })).toMatch(/at most 20 levels/);
  });

  it("applies forced variations and features without tracking them", async () => {
    const forced = (index: number) =>
      featuresOf({ attributes: { id: "visitor-1" }, forcedVariations: { quiz: index } });
    const quiz = "pricing-quiz-banner-is-active";
    expect([(await forced(0))[quiz], (await forced(1))[quiz]]).toEqual([
      { defaultValue: false },
      { defaultValue: true },
    ]);
    expect((await featuresOf({ forcedFeatures: [["plan", { deep: 1 }]] })).plan).toEqual({
      defaultValue: { deep: 1 },
    });
  });

  it("keeps earlier assignments for our own visitor only", async () => {
    const variationOf = async (id: string, assigned: string) => {
      const cookie = `ajs_anonymous_id=visitor-1; marquee_variations=quiz__1:${assigned}`;
      return (await featuresOf({ attributes: { id } }, { cookie }))["pricing-quiz-banner-is-active"]
        ?.defaultValue;
    };
    expect([await variationOf("visitor-1", "control"), await variationOf("visitor-1", "shown")]).toEqual([
      false,
      true,
    ]);
    expect(await variationOf("visitor-2", "control")).toBe(await variationOf("visitor-2", "shown"));
  });
});

describe("the variations cookie", () => {
  it("is set for our own visitor unless they denied consent or request another ID", async () => {
    const cookieOf = async (id: string, cookie: string) =>
      (await evaluate({ attributes: { id } }, { cookie })).headers.get("set-cookie");
    expect(await cookieOf("visitor-1", "ajs_anonymous_id=visitor-1")).toMatch(/^marquee_variations=quiz__1:/);
    expect(await cookieOf("visitor-2", "ajs_anonymous_id=visitor-1")).toBeNull();
    const refused = "marquee_consent=1.mwqj7cwn.2.C0001.11ec4f40-0000-4000-8000-000000000000";
    expect(await cookieOf("visitor-1", `ajs_anonymous_id=visitor-1; ${refused}`)).toBeNull();
  });
});

describe("requests from other clients", () => {
  it.each([
    "stale",
    `${CLIENT_KEY}x`,
    "<script>alert(1)</script>",
    "..%2f..%2fetc%2fpasswd",
    "%00",
    "__proto__",
    "a".repeat(200),
  ])("get a 404 for the key %s that does not repeat it", async (key) => {
    const encoded = encodeURIComponent(decodeURIComponent(key));
    for (const path of ["/api/features/", "/sub/", "/api/eval/"]) {
      const method = path === "/api/eval/" ? "POST" : "GET";
      const answer = await fetch(`${open.url}${path}${encoded}`, {
        method,
        ...(method === "POST" && { headers: { "content-type": "application/json" }, body: "{}" }),
      });
      const text = await answer.text();
      expect([answer.status, JSON.parse(text).status]).toEqual([404, 404]);
      expect(text).not.toContain(key);
    }
  });

  it("get a response to preflight requests", async () => {
    for (const path of [`/api/features/${CLIENT_KEY}`, `/api/eval/${CLIENT_KEY}`, `/sub/${CLIENT_KEY}`]) {
      const headers = { origin: "https://shop.example", "access-control-request-headers": "content-type" };
      const answer = await fetch(`${open.url}${path}`, { method: "OPTIONS", headers });
      expect(answer.status).toBe(204);
      expect(answer.headers.get("access-control-allow-origin")).toBe("*");
      expect(answer.headers.get("access-control-allow-headers")).toContain("content-type");
    }
  });

  it.each([
    ["no JSON", "{", 400],
    ["no object", "[]", 400],
    ["null", "null", 400],
    ["nothing", "", 400],
    ["attributes that are a list", { attributes: [1] }, 400],
    ["a long nested attribute", { attributes: { a: { b: "a".repeat(1001) } } }, 400],
    ["a long list", { attributes: { a: { b: Array(101).fill(1) } } }, 400],
    ["a nested prototype", '{"attributes":{"a":{"__proto__":{"id":"x"}}}}', 400],
    ["a long attribute", { attributes: { id: "a".repeat(1001) } }, 400],
    ["a long name", { attributes: { ["a".repeat(101)]: 1 } }, 400],
    [
      "many attributes",
      { attributes: Object.fromEntries([...Array(101).keys()].map((n) => [`a${n}`, n])) },
      400,
    ],
    ["a prototype", '{"attributes":{"__proto__":{"id":"x"}}}', 400],
    ["a prototype as text", '{"__proto__":"x"}', 400],
    ["deep attributes", `{"attributes":{"id":${nested(10_000)}}}`, 400],
    ["deep values", `{"forcedFeatures":[["plan",${nested(10_000)}]]}`, 400],
    ["variations that are no numbers", { forcedVariations: { quiz: "1" } }, 400],
    ["features that are no pairs", { forcedFeatures: [["plan"]] }, 400],
    ["an address that is none", { url: 1 }, 400],
    ["too much", { attributes: { id: "a".repeat(40_000) } }, 413],
    [
      "odd but harmless",
      { attributes: { id: 7, tags: ["a", 1, null], on: true }, url: "no address", more: 1 },
      200,
    ],
    ["variations that are not there", { forcedVariations: { quiz: 999, none: 1 } }, 200],
  ])("get the expected status for %s", async (_name, body, status) => {
    const answer = await evaluate(body);
    expect([answer.status, await answer.json()]).toEqual([status, expect.objectContaining({ status })]);
  });

  it("get 415 without JSON and 413 for an excessive content length", async () => {
    expect((await evaluate("id=1", { "content-type": "text/plain" })).status).toBe(415);
    const socket = connect(open.port, "127.0.0.1");
    socket.write(
      `POST /api/eval/${CLIENT_KEY} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 99999999\r\n\r\n{`,
    );
    const [line = ""] = (
      await new Promise<string>((resolve) => socket.once("data", (data) => resolve(String(data))))
    ).split("\r\n");
    socket.destroy();
    expect(line).toBe("HTTP/1.1 413 Payload Too Large");
  });
});
