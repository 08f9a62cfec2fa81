import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import type { SentQuery } from "./checkQuery.ts";
import { createQuestions } from "./createQuestions.ts";
import { EVERYTHING } from "./queries/selection.ts";

/** Wednesday, 14:30 in Berlin. */
const NOW = Date.parse("2026-06-17T12:30:00Z");
let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
  const view = (id: string, at: number, overrides: object = {}) =>
    eventRow({
      message_id: id,
      anonymous_id: id,
      visitor_id: id,
      session_id: at,
      timestamp: at,
      ...overrides,
    });
  await store.insert(
    "events",
    [
      view("today 1", NOW - ONE_HOUR, { country: "DE" }),
      view("today 2", NOW - 2 * ONE_HOUR, { country: "DE" }),
      view("yesterday before", NOW - ONE_DAY - ONE_HOUR, { country: "DE" }),
      view("yesterday after", NOW - ONE_DAY + ONE_HOUR, { country: "FR" }),
    ],
    "questions",
  );
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const questions = () =>
  createQuestions({
    eventStore: store,
    site: () => ({ id: "trellis.example", timeZone: "Europe/Berlin", weekStart: 1 }),
    definitions: async () => ({ goals: [], segments: new Map([[7, [["is", "visit:country", ["FR"]]]]]) }),
    now: () => NOW,
  });
const ask = (query: Omit<SentQuery, "site_id"> & { site_id?: string }) =>
  questions().answer({ site_id: "trellis.example", ...query }, { id: "ann" });

const PREVIOUS = { comparisons: { mode: "previous_period" } };

it("compares today with the same hours of yesterday", async () => {
  const { results, query } = await ask({
    metrics: ["visitors", "bounce_rate"],
    date_range: "day",
    include: PREVIOUS,
  });
  expect(results).toEqual([
    {
      dimensions: [],
      metrics: [2, 100],
      comparison: { dimensions: [], metrics: [1, 100], change: [100, 0] },
    },
  ]);
  expect(query).toMatchObject({
    date_range: ["2026-06-17T00:00:00+02:00", "2026-06-17T23:59:59+02:00"],
    comparison_date_range: ["2026-06-16T00:00:00+02:00", "2026-06-16T14:30:00+02:00"],
    pagination: { limit: 10_000, offset: 0 },
  });
});

it("has no change from days before the first event, and warns about it", async () => {
  const compared = async (first: string, last: string) => {
    const { results, meta } = await ask({
      metrics: ["visits"],
      date_range: [first, last],
      include: PREVIOUS,
    });
    return [results[0]?.comparison?.change, meta.comparison_warnings?.visits?.code];
  };
  expect(await compared("2026-06-17", "2026-06-17")).toEqual([[100], undefined]);
  expect(await compared("2026-06-16", "2026-06-17")).toEqual([[null], "not_covered"]);
});

it("labels all hours, marks the partial one, and pairs each with the earlier one", async () => {
  const { results, meta } = await ask({
    metrics: ["visitors"],
    dimensions: ["time"],
    date_range: "day",
    include: { ...PREVIOUS, time_labels: true, total_rows: true },
  });
  expect(results).toEqual([
    {
      dimensions: ["2026-06-17T12:00:00+02:00"],
      metrics: [1],
      comparison: { dimensions: ["2026-06-16T12:00:00+02:00"], metrics: [0], change: [null] },
    },
    {
      dimensions: ["2026-06-17T13:00:00+02:00"],
      metrics: [1],
      comparison: { dimensions: ["2026-06-16T13:00:00+02:00"], metrics: [1], change: [0] },
    },
  ]);
  expect(meta.time_labels).toHaveLength(24);
  expect(meta).toMatchObject({ present_index: 14, total_rows: 2 });
  expect(meta.comparison_time_labels?.[13]).toBe("2026-06-16T13:00:00+02:00");
});

it("orders by the first metric, paginates, and filters by a segment", async () => {
  const range = {
    metrics: ["visitors"],
    date_range: ["2026-06-16", "2026-06-17"],
    dimensions: ["visit:country"],
  };
  const rows = async (query: object) =>
    (await ask({ ...range, ...query })).results.map((row) => row.dimensions[0]);
  expect(await rows({})).toEqual(["DE", "FR"]);
  expect(await rows({ order_by: [["visit:country", "desc"]] })).toEqual(["FR", "DE"]);
  expect(await rows({ pagination: { limit: 1, offset: 1 } })).toEqual(["FR"]);
  expect(await rows({ filters: [["is", "segment", [7]]] })).toEqual(["FR"]);
});

it.each<[string, Partial<SentQuery>, string]>([
  ["another site", { site_id: "other.example" }, "There is no site `other.example`"],
  ["an unknown metric", { metrics: ["users"] }, "Unknown metric `users`. Known metrics: visitors,"],
  ["an unsupported metric", { metrics: ["total_revenue"] }, "without a currency"],
  ["a city", { dimensions: ["visit:city"] }, "countries only"],
  ["two times", { dimensions: ["time:day", "time:hour"] }, "one time dimension"],
  [
    "a session metric by page",
    { metrics: ["bounce_rate"], dimensions: ["event:page"] },
    "Session metric(s) `bounce_rate` cannot be queried",
  ],
  ["a rate without a goal", { metrics: ["conversion_rate"] }, "event:goal filters or dimensions"],
  ["a goal that does not exist", { filters: [["is", "event:goal", ["Sold"]]] }, "no goal named `Sold`"],
  ["a nested goal", { filters: [["not", ["is", "event:goal", ["Sold"]]]] }, "at the top level"],
  ["an unknown operator", { filters: [["equals", "visit:country", ["DE"]]] }, "Unknown operator"],
  ["values that are no list", { filters: [["is", "visit:country", "DE"]] }, "Invalid filter"],
  ["a filter on time", { filters: [["is", "time:day", ["2026-01-01"]]] }, "Set `date_range` instead"],
  ["an unknown segment", { filters: [["is", "segment", [8]]] }, "There is no segment 8"],
  [
    "nested behavior",
    { filters: [["has_done", ["has_done", ["is", "event:page", ["/pricing"]]]]] },
    "cannot be nested",
  ],
  [
    "behavior of a visit",
    { filters: [["has_done", ["is", "visit:country", ["DE"]]]] },
    "event dimension filters",
  ],
  ["leads with visitors", { dimensions: ["lead:form"] }, "which only leads have"],
  ["an order by something else", { order_by: [["visits", "desc"]] }, "not a queried metric"],
  ["a bad pattern", { filters: [["matches", "event:page", ["(("]]] }, "not a valid RE2"],
  ["case with a pattern", { filters: [["matches", "event:page", ["a"], { case_sensitive: false }]] }, "(?i)"],
  ["a name of an object's own", { metrics: ["constructor"] }, "Unknown metric"],
])("rejects %s", async (_, query, message) => {
  await expect(ask({ metrics: ["visitors"], date_range: "day", ...query })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(message),
  });
});

it("accepts filters on leads and pages in one conjunction", async () => {
  const filters = [
    [
      "and",
      [
        ["is", "lead:form", ["sales"]],
        ["is", "event:page", ["/pricing"]],
      ],
    ],
  ];
  const { results } = await ask({ metrics: ["leads"], date_range: "day", filters });
  expect(results).toEqual([{ dimensions: [], metrics: [0] }]);
});

it("bounds the depth and the number of filters", async () => {
  const deep = (levels: number): unknown[] =>
    levels === 0 ? ["is", "visit:country", ["DE"]] : ["not", deep(levels - 1)];
  const reject = (filters: unknown[][]) =>
    expect(ask({ metrics: ["visitors"], date_range: "day", filters })).rejects.toMatchObject({
      statusCode: 400,
    });
  await reject([deep(9)]);
  await reject([["or", Array.from({ length: 201 }, () => deep(0))]]);
  await reject([["is", "visit:country", Array.from({ length: 1001 }, () => "DE")]]);
  await reject([["matches", "visit:country", ["a".repeat(501)]]]);
});

describe("filters of a screen", () => {
  const select = (filters: unknown[][]) => questions().select({ site_id: "trellis.example", filters }, {});

  it("select the same visits as a query", async () => {
    const { ofVisits, params } = await select([
      ["is", "segment", [7]],
      ["is", "event:page", ["/pricing"]],
    ]);
    const rows = await store.query(
      `SELECT visitor_id AS id FROM events WHERE timestamp < fromUnixTimestamp64Milli({to:Int64}) AND ${ofVisits}`,
      { from: NOW - 2 * ONE_DAY, to: NOW, ...params },
    );
    expect(rows).toEqual([{ id: "yesterday after" }]);
  });

  it("are all visits without filters", async () => {
    expect(await select([])).toBe(EVERYTHING);
  });

  it.each([
    ["an unknown dimension", ["is", "visit:moon", ["x"]], /Unknown dimension `visit:moon`/],
    ["an unknown segment", ["is", "segment", [8]], /There is no segment 8/],
    ["a pattern that is none", ["matches", "event:page", ["("]], /not a valid RE2 regular expression/],
  ])("reject %s", async (_, filter, message) => {
    await expect(select([filter])).rejects.toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(message),
    });
  });
});

describe("the scope of a screen", () => {
  const scope = (date_range: string | string[], site_id = "trellis.example") =>
    questions().scope({ site_id, date_range }, {});

  it("is whole days, by hour if there are at most two", async () => {
    expect(await scope(["2026-06-01", "2026-06-02"])).toEqual({
      from: Date.parse("2026-06-01T00:00+02:00"),
      to: Date.parse("2026-06-03T00:00+02:00"),
      interval: "hour",
      tz: "Europe/Berlin",
      selection: EVERYTHING,
    });
    expect((await scope(["2026-06-01", "2026-06-03"])).interval).toBe("day");
  });

  it("has at most 800 days, the last ones", async () => {
    expect(await scope(["2001-01-01", "2025-12-31"])).toMatchObject({
      from: Date.parse("2023-10-24T00:00+02:00"),
      to: Date.parse("2026-01-01T00:00+01:00"),
      interval: "day",
    });
    expect((await scope("all")).from).toBe(Date.parse("2024-04-09T00:00+02:00"));
  });

  it("is limited to this site", async () => {
    await expect(scope("day", "other.example")).rejects.toMatchObject({ code: "bad_request" });
  });
});
