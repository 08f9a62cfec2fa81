import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { bucketLabels, type Clock, intervalOf, readComparison, readDateRange, toIso } from "./dateRanges.ts";

const berlin = (now: string, weekStart: Clock["weekStart"] = 1): Clock => ({
  now: Date.parse(now),
  tz: "Europe/Berlin",
  weekStart,
});
const NOW = berlin("2026-06-17T14:30:00+02:00");
const days = (range: Parameters<typeof readDateRange>[0], clock = NOW, first: number | null = null) => {
  const { from, to } = readDateRange(range, clock, first);
  return `${toIso(from, clock.tz)} ${toIso(to, clock.tz)}`;
};

describe("readDateRange", () => {
  it.each([
    ["day", "2026-06-17T00:00:00+02:00 2026-06-18T00:00:00+02:00"],
    ["24h", "2026-06-16T14:30:00+02:00 2026-06-17T14:30:00+02:00"],
    ["7d", "2026-06-10T00:00:00+02:00 2026-06-17T00:00:00+02:00"],
    ["91d", "2026-03-18T00:00:00+01:00 2026-06-17T00:00:00+02:00"],
    ["month", "2026-06-01T00:00:00+02:00 2026-07-01T00:00:00+02:00"],
    ["6mo", "2025-12-01T00:00:00+01:00 2026-06-01T00:00:00+02:00"],
    ["year", "2026-01-01T00:00:00+01:00 2027-01-01T00:00:00+01:00"],
    ["all", "2026-06-17T00:00:00+02:00 2026-06-18T00:00:00+02:00"],
  ])("reads %s", (range, expected) => {
    expect(days(range)).toBe(expected);
  });

  it("starts `all` on the day of the first event", () => {
    expect(days("all", NOW, Date.parse("2025-02-03T23:30:00Z"))).toMatch(/^2025-02-04T00:00:00\+01:00 /);
  });

  it("includes both dates, and days with 23 and 25 hours", () => {
    const length = (day: string) => {
      const { from, to } = readDateRange([day, day], NOW, null);
      return (to - from) / ONE_HOUR;
    };
    expect([length("2026-03-29"), length("2026-10-25"), length("2026-06-17")]).toEqual([23, 25, 24]);
    expect(days(["2026-06-01", "2026-06-02"])).toBe("2026-06-01T00:00:00+02:00 2026-06-03T00:00:00+02:00");
  });

  it("includes the last second of two times", () => {
    expect(readDateRange(["2026-06-01T12:00:00+02:00", "2026-06-01T15:59:59+02:00"], NOW, null)).toEqual({
      from: Date.parse("2026-06-01T10:00:00Z"),
      to: Date.parse("2026-06-01T14:00:00Z"),
    });
  });

  it.each([
    ["0d"],
    ["5001d"],
    ["week"],
    [["2026-02-30", "2026-03-01"]],
    [["2026-06-02", "2026-06-01"]],
    [["2026-06-01", "2026-06-01T12:00:00Z"]],
    [["2026-06-01T12:00:00", "2026-06-01T13:00:00"]],
    [["1969-01-01", "2026-06-01"]],
  ])("rejects %j", (range) => {
    expect(() => readDateRange(range, NOW, null)).toThrow("Invalid date_range");
  });
});

describe("readComparison", () => {
  const compared = (
    range: Parameters<typeof readDateRange>[0],
    comparison: Parameters<typeof readComparison>[0],
    clock = NOW,
  ) => {
    const { from, to } = readComparison(comparison, readDateRange(range, clock, null), clock);
    return `${toIso(from, clock.tz)} ${toIso(to, clock.tz)}`;
  };

  it("compares a day that is not over with the same hours of the day before", () => {
    expect(compared("day", { mode: "previous_period" })).toBe(
      "2026-06-16T00:00:00+02:00 2026-06-16T14:30:00+02:00",
    );
  });

  it("compares complete days with as many days before, or with the same weekdays", () => {
    expect(compared("30d", { mode: "previous_period" })).toBe(
      "2026-04-18T00:00:00+02:00 2026-05-18T00:00:00+02:00",
    );
    expect(compared("30d", { mode: "previous_period", match_day_of_week: true })).toBe(
      "2026-04-13T00:00:00+02:00 2026-05-13T00:00:00+02:00",
    );
  });

  it("keeps the number of days across a clock change", () => {
    expect(compared(["2026-03-29", "2026-03-30"], { mode: "previous_period" })).toBe(
      "2026-03-27T00:00:00+01:00 2026-03-29T00:00:00+01:00",
    );
  });

  it("goes back a year, from February 29 to February 28", () => {
    expect(compared(["2024-02-29", "2024-03-01"], { mode: "year_over_year" })).toBe(
      "2023-02-28T00:00:00+01:00 2023-03-02T00:00:00+01:00",
    );
    expect(compared("day", { mode: "year_over_year", match_day_of_week: true })).toMatch(/^2025-06-18T/);
  });

  it("accepts a custom range and rejects unknown modes", () => {
    expect(compared("day", { mode: "custom", date_range: ["2026-01-01", "2026-01-01"] })).toBe(
      "2026-01-01T00:00:00+01:00 2026-01-02T00:00:00+01:00",
    );
    expect(() => compared("day", { mode: "custom" })).toThrow("needs a `date_range`");
    expect(() => compared("day", { mode: "yesterday" })).toThrow("Unknown comparison mode");
  });
});

describe("bucketLabels", () => {
  const labels = (
    first: string,
    last: string,
    interval: Parameters<typeof bucketLabels>[1],
    weekStart = NOW.weekStart,
  ) => bucketLabels(readDateRange([first, last], NOW, null), interval, { ...NOW, weekStart });

  it("has the repeated hour twice, with its offsets", () => {
    const hours = labels("2026-10-25", "2026-10-25", "time:hour");
    expect(hours).toHaveLength(25);
    expect(hours.slice(2, 4)).toEqual(["2026-10-25T02:00:00+02:00", "2026-10-25T02:00:00+01:00"]);
  });

  it("starts weeks on the site's first day of the week, and months on the first", () => {
    expect(labels("2026-06-03", "2026-06-16", "time:week")).toEqual([
      "2026-06-01",
      "2026-06-08",
      "2026-06-15",
    ]);
    expect(labels("2026-06-07", "2026-06-14", "time:week", 7)).toEqual(["2026-06-07", "2026-06-14"]);
    expect(labels("2025-12-31", "2026-02-01", "time:month")).toEqual([
      "2025-12-01",
      "2026-01-01",
      "2026-02-01",
    ]);
    expect(labels("2026-03-28", "2026-03-30", "time:day")).toEqual([
      "2026-03-28",
      "2026-03-29",
      "2026-03-30",
    ]);
  });

  it("rejects too many buckets", () => {
    expect(() => labels("2020-01-01", "2026-01-01", "time:hour")).toThrow("more than 10000");
  });
});

it("uses hours up to two days, days up to three months, then months", () => {
  const of = (days: number) => intervalOf({ from: 0, to: days * ONE_DAY });
  expect([of(1), of(2), of(3), of(93), of(94)]).toEqual([
    "time:hour",
    "time:hour",
    "time:day",
    "time:day",
    "time:month",
  ]);
});
