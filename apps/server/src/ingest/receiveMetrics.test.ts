import { MAX_METRICS, MAX_METRICS_BYTES, ONE_HOUR } from "@marquee/contract";
import { expect, it } from "vitest";
import { createCollectServer } from "../testing/collectServer.ts";

async function createRoutes() {
  const counted: unknown[] = [];
  const clock = { now: 0 };
  const app = await createCollectServer({
    rejections: { record: ({ reason }) => void counted.push(reason) },
    counters: { add: (...each) => void counted.push(each) },
    now: () => clock.now,
  });
  const post = (body: unknown, url = "/m") =>
    app.inject({
      method: "POST",
      url,
      headers: { "content-type": "text/plain" },
      payload: typeof body === "string" ? body : JSON.stringify(body),
    });
  return { post, counted, clock };
}

const counter = (extra: Record<string, unknown> = {}) => ({
  type: "Counter",
  metric: "analytics_js.invoke",
  value: 1,
  tags: { library: "analytics.js", library_version: "npm:next-1.84.3", email: "who@example.com" },
  ...extra,
});

it("counts client metrics by tags that can't contain visitor data", async () => {
  const { post, counted } = await createRoutes();
  const tags = {
    method: "track",
    type: "TypeError",
    reason: "x".repeat(65),
    library: "203.0.113.9",
    __proto__: null,
  };
  const series = [
    counter(),
    counter({ metric: "marquee.dropped", value: 3, tags }),
    counter({ tags: undefined }),
  ];
  for (const url of ["/m", "/v1/m"]) expect((await post({ series }, url)).statusCode).toBe(200);
  const once = [
    ["client:analytics_js.invoke", "library:analytics.js", 1],
    ["client:marquee.dropped", "method:track type:TypeError", 3],
    ["client:analytics_js.invoke", "", 1],
  ];
  expect(counted).toEqual([...once, ...once]);
});

const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) =>
    counter({
      metric: `marquee.${prefix}_${"abcdefghij"[Math.floor(index / 10)]}${"abcdefghij"[index % 10]}`,
      tags: {},
    }),
  );
const REFUSED = ["rejected", "too_many_metrics"];

it("counts fifty names of a report and rejects the others", async () => {
  const { post, counted } = await createRoutes();
  const series = named("a", 60);
  expect((await post({ series: [...series, ...series.slice(0, 5)] })).statusCode).toBe(200);
  expect(counted.slice(50, 60)).toEqual(Array(10).fill(REFUSED));
  expect(counted.slice(60)).toEqual(counted.slice(0, 5));
});

it("counts five hundred names per hour and rejects further new ones", async () => {
  const { post, counted, clock } = await createRoutes();
  for (const prefix of "abcdefghijkl") await post({ series: named(prefix, 50) });
  const refused = () => counted.filter((each) => String(each) === String(REFUSED)).length;
  expect([counted.length, refused()]).toEqual([600, 100]);
  await post({ series: named("a", 50) });
  expect([counted.length, refused()]).toEqual([650, 100]);
  clock.now = ONE_HOUR;
  await post({ series: named("z", 50) });
  expect(refused()).toBe(100);
});

it.each([
  ["no list", {}, 400],
  ["no JSON", "{", 400],
  ["another name", { series: [counter({ metric: "who@example.com" })] }, 400],
  ["another kind", { series: [counter({ type: "Gauge" })] }, 400],
  ["no whole number", { series: [counter({ value: 0.5 })] }, 400],
  ["tags that are none", { series: [counter({ tags: [] })] }, 400],
  ["too many", { series: Array(MAX_METRICS + 1).fill(counter({ tags: {} })) }, 400],
  ["too much", " ".repeat(MAX_METRICS_BYTES + 1), 413],
])("rejects %s and counts nothing", async (_name, body, status) => {
  const { post, counted } = await createRoutes();
  const answer = await post(body);
  expect([answer.statusCode, answer.json().success]).toEqual([status, false]);
  expect(counted.filter(Array.isArray)).toEqual([]);
  expect(counted).toHaveLength(1);
});
