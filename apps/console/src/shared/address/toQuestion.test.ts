import { queryComparison } from "@marquee/contract";
import { afterEach, describe, expect, it } from "vitest";
import { setSiteTime } from "../format/siteTime.ts";
import { clockAt, customRange, includesNow, isTooLong, seriesRange } from "./range.ts";
import { EVERYTHING, type Scope } from "./scope.ts";
import { toQuestion } from "./toQuestion.ts";

afterEach(() => setSiteTime({ timeZone: "UTC", weekStart: 1 }));

/** Tuesday, March 31; in Auckland, already Wednesday, April 1. */
const NOW = Date.parse("2026-03-31T15:30:00Z");

const rangeOf = (range: Scope["range"], now = NOW) =>
  toQuestion({ ...EVERYTHING, range }, now, { metrics: ["visitors"] }).date_range;

describe("the range of a question", () => {
  it.each([
    ["today", ["2026-03-31", "2026-03-31"]],
    ["yesterday", ["2026-03-30", "2026-03-30"]],
    ["week", ["2026-03-30", "2026-03-31"]],
    ["last-week", ["2026-03-23", "2026-03-29"]],
    ["7d", ["2026-03-24", "2026-03-30"]],
    ["30d-today", ["2026-03-01", "2026-03-31"]],
    ["month", ["2026-03-01", "2026-03-31"]],
    ["last-month", ["2026-02-01", "2026-02-28"]],
    ["year", ["2026-01-01", "2026-03-31"]],
    ["12mo", ["2025-03-01", "2026-02-28"]],
    ["all", "all"],
    ["2026-01-05..2026-01-06", ["2026-01-05", "2026-01-06"]],
    ["2026-03-30..2026-04-30", ["2026-03-30", "2026-03-31"]],
  ] as const)("%s ends with the current day at the latest", (range, expected) => {
    expect(rangeOf(range)).toEqual(expected);
  });

  it("is in days of the site's time zone", () => {
    setSiteTime({ timeZone: "Pacific/Auckland", weekStart: 7 });
    expect(rangeOf("today")).toEqual(["2026-04-01", "2026-04-01"]);
    expect(rangeOf("week")).toEqual(["2026-03-29", "2026-04-01"]);
    expect(rangeOf("last-week")).toEqual(["2026-03-22", "2026-03-28"]);
    expect(rangeOf("last-month")).toEqual(["2026-03-01", "2026-03-31"]);
  });
});

describe("the comparison of a question", () => {
  const compared = (overrides: Partial<Scope>) =>
    queryComparison({ ...EVERYTHING, ...overrides }, clockAt(NOW));

  it("uses the days before, or for a week, month or year so far, the same days of the previous one", () => {
    expect(compared({ range: "7d" })).toEqual({ mode: "previous_period" });
    expect(compared({ range: "week" })).toEqual({ mode: "previous_period", match_day_of_week: true });
    // February has no 31st day.
    expect(compared({ range: "month" })).toEqual({
      mode: "custom",
      date_range: ["2026-02-01T00:00:00.000Z", "2026-02-28T15:30:00.000Z"],
    });
    expect(compared({ range: "last-month" })).toEqual({
      mode: "custom",
      date_range: ["2026-01-01", "2026-01-31"],
    });
    expect(compared({ range: "year" })).toEqual({ mode: "year_over_year" });
  });

  it("can be a year ago, other days, the same weekdays, or none", () => {
    expect(compared({ compare: "year", matchesWeekdays: true })).toEqual({
      mode: "year_over_year",
      match_day_of_week: true,
    });
    expect(compared({ compare: "2026-01-01..2026-01-07" })).toEqual({
      mode: "custom",
      date_range: ["2026-01-01", "2026-01-07"],
    });
    expect(compared({ range: "month", matchesWeekdays: true })).toEqual({
      mode: "previous_period",
      match_day_of_week: true,
    });
    expect(compared({ compare: "none" })).toBeNull();
    expect(compared({ range: "all", compare: "year" })).toBeNull();
  });
});

it("a question has the scope's filters, its own, and only the requested options", () => {
  const filter = { operator: "is", dimension: "visit:country", values: ["DE"] } as const;
  const scope: Scope = { ...EVERYTHING, range: "today", filters: [filter] };
  expect(toQuestion(scope, NOW, { metrics: ["visits"], filters: [["is", "event:page", ["/"]]] })).toEqual({
    date_range: ["2026-03-31", "2026-03-31"],
    metrics: ["visits"],
    filters: [
      ["is", "visit:country", ["DE"]],
      ["is", "event:page", ["/"]],
    ],
  });
  expect(
    toQuestion(scope, NOW, { metrics: ["visits"], include: { time_labels: true }, isCompared: true }),
  ).toMatchObject({ include: { time_labels: true, comparisons: { mode: "previous_period" } } });
});

it("screens that do not use the query API show at most 800 days", () => {
  const long = customRange("2020-01-01", "2026-01-01") ?? "today";
  expect([isTooLong(long, NOW), isTooLong("all", NOW), isTooLong("12mo", NOW)]).toEqual([true, true, false]);
  const { from, to } = seriesRange(long, new Date(NOW));
  expect([(to - from) / 86_400_000, new Date(to).toISOString()]).toEqual([800, "2026-01-02T00:00:00.000Z"]);
  expect([includesNow(long, NOW), includesNow("all", NOW), includesNow("yesterday", NOW)]).toEqual([
    false,
    true,
    false,
  ]);
});
