import type { QueryResponse } from "@marquee/contract";
import { expect, it } from "vitest";
import { chooseInterval, toSeries } from "./chartSeries.ts";

const NOW = Date.UTC(2026, 10, 24, 12);

it("offers intervals that suit the range, and replaces others by the default", () => {
  const choose = (range: Parameters<typeof chooseInterval>[0], wanted = "") => {
    const { interval, choices } = chooseInterval(range, wanted, NOW);
    return [interval, ...choices];
  };
  expect(choose("today", "month")).toEqual(["hour", "hour"]);
  expect(choose("7d", "hour")).toEqual(["hour", "hour", "day"]);
  expect(choose("30d")).toEqual(["day", "day", "week"]);
  expect(choose("90d", "week")).toEqual(["week", "day", "week", "month"]);
  expect(choose("12mo", "toString")).toEqual(["month", "day", "week", "month"]);
  expect(choose("all")).toEqual(["month", "week", "month"]);
});

it("has a value for every interval until the current one, next to the earlier one", () => {
  const row = (label: string, value: number | null, before: number | null) => ({
    dimensions: [label],
    metrics: [value],
    comparison: { dimensions: [""], metrics: [before], change: [null] },
  });
  const answer: QueryResponse = {
    results: [row("2026-11-22", 5, 4), row("2026-11-24", 2, 0)],
    meta: {
      time_labels: ["2026-11-22", "2026-11-23", "2026-11-24", "2026-11-25"],
      comparison_time_labels: ["a", "b", "c", "d"],
      present_index: 2,
    },
    query: { site_id: "s", metrics: ["visitors"], date_range: ["", ""] },
  };
  const day = Date.UTC(2026, 10, 22);
  expect(toSeries(answer, "visitors")).toEqual({
    starts: [0, 1, 2, 3].map((days) => day + days * 86_400_000),
    values: [5, 0, 2, null],
    earlier: [4, 0, 0, null],
    presentIndex: 2,
  });
  expect(toSeries(answer, "bounce_rate").values, "A rate of nothing has no value.").toEqual([
    5,
    null,
    2,
    null,
  ]);
  const { comparison_time_labels: _, ...meta } = answer.meta;
  expect(toSeries({ ...answer, meta }, "visitors").earlier).toBeNull();
  const hour = { ...meta, time_labels: ["2026-11-24T01:00:00+01:00"] };
  expect(toSeries({ ...answer, meta: hour }, "visitors").starts).toEqual([Date.UTC(2026, 10, 24)]);
});
