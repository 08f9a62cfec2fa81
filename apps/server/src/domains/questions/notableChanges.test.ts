import type { NotableChange } from "@marquee/contract/schema";
import { describe, expect, it } from "vitest";
import type { HourlyCounts } from "../alerts/seasonalRange.ts";
import { simulateYear, YEAR_BEGINS } from "../alerts/testing/simulatedYear.ts";
import { type ComparedCount, findChanges } from "./notableChanges.ts";

const HISTORY = 56;
const FIRST = YEAR_BEGINS / 24;
const DAYS = 364;
/** Visits a day by source and by campaign; one in thirty becomes a lead. */
const SOURCES = [900, 420, 200, 90, 40, 18, 8, 3];
const CAMPAIGNS = [150, 110, 70, 45, 20, 12, 6, 3, 1];
const LEADS = 1 / 30;

type Series = Pick<ComparedCount, "metric" | "part"> & { days: number[] };

/** Daily counts of a year without real changes, for the whole site and its parts. */
function simulateSite(seed: number): Series[] {
  const series: Series[] = [];
  const whole = { leads: [] as number[], visits: [] as number[] };
  const add = (dimension: "visit:source" | "visit:utm_campaign", perDay: number, index: number) => {
    for (const metric of ["visits", "leads"] as const) {
      const mean = metric === "visits" ? perDay : perDay * LEADS;
      const days = daysOf(simulateYear({ seed: seed * 1000 + series.length, perDay: mean }));
      series.push({ metric, part: { dimension, value: `${index}` }, days });
      if (dimension === "visit:source")
        whole[metric] = days.map((count, day) => count + (whole[metric][day] ?? 0));
    }
  };
  SOURCES.forEach((perDay, index) => {
    add("visit:source", perDay, index);
  });
  CAMPAIGNS.forEach((perDay, index) => {
    add("visit:utm_campaign", perDay, index);
  });
  return [
    ...series,
    { metric: "leads", part: null, days: whole.leads },
    { metric: "visitors", part: null, days: whole.visits },
  ];
}

function daysOf({ values }: HourlyCounts): number[] {
  return Array.from({ length: values.length / 24 }, (_, day) =>
    values.slice(day * 24, day * 24 + 24).reduce((sum, count) => sum + count, 0),
  );
}

interface Look {
  /** First day of the range, its length, and how many days before it the earlier range begins. */
  day: number;
  length: number;
  back: number;
}

/** The changes reported for a range compared with an earlier one. */
function lookAt(series: readonly Series[], { day, length, back }: Look): NotableChange[] {
  const sum = (days: readonly number[], from: number) =>
    days.slice(from, from + length).reduce((all, count) => all + count, 0);
  const historyOf = (days: readonly number[]) => days.slice(day - HISTORY, day);
  const weekdays = (from: number) => {
    const covered = Array.from({ length: 7 }, () => 0);
    for (let each = from; each < from + length; each += 1) covered[each % 7] = (covered[each % 7] ?? 0) + 1;
    return covered;
  };
  const wholeOf = (metric: string) =>
    historyOf(series.find((each) => each.metric === metric && each.part === null)?.days ?? []);
  return findChanges(
    series.map(({ metric, part, days }) => ({
      metric,
      part,
      days: historyOf(days),
      value: sum(days, day),
      before: sum(days, day - back),
    })),
    {
      firstWeekday: (day - HISTORY) % 7,
      range: weekdays(day),
      earlier: weekdays(day - back),
      seasons: { leads: wholeOf("leads"), visits: wholeOf("visitors"), visitors: wholeOf("visitors") },
    },
  );
}

const YEARS = [1, 2, 3, 4, 5, 6].map(simulateSite);

describe("on a site without real changes", () => {
  it.each([
    { name: "week with the previous one", length: 7, back: 7, every: 7 },
    { name: "day with the previous one, such as a Sunday with a Saturday", length: 1, back: 1, every: 4 },
    { name: "30 days with those before", length: 30, back: 30, every: 9 },
    { name: "day with the same one a week before", length: 1, back: 7, every: 4 },
  ])("at most one in twenty headlines about a $name is false", ({ length, back, every }) => {
    const looks = YEARS.flatMap((series) =>
      Array.from({ length: Math.floor((DAYS - length) / every) }, (_, index) =>
        lookAt(series, { day: FIRST + index * every, length, back }),
      ),
    );
    const wrong = looks.filter((changes) => changes.length > 0).length;
    expect(wrong / looks.length).toBeLessThanOrEqual(0.05);
  });
});

/** A site with the same count on each day of eight weeks, except on weekends. */
function steady(perWeek: number): number[] {
  const weights = [1.2, 1.2, 1.2, 1.2, 1.2, 0.5, 0.5];
  return Array.from({ length: HISTORY }, (_, day) => Math.round((perWeek / 7) * (weights[day % 7] ?? 1)));
}
const WEEK = [1, 1, 1, 1, 1, 1, 1];
const seasons = { leads: steady(45), visits: steady(900), visitors: steady(800) };
const judge = (counts: ComparedCount[], ranges = { range: WEEK, earlier: WEEK }) =>
  findChanges(counts, { firstWeekday: 0, seasons, ...ranges });
const whole = (metric: "leads" | "visitors", before: number, value: number): ComparedCount => ({
  metric,
  part: null,
  before,
  value,
  days: seasons[metric],
});
const source = (metric: "leads" | "visits", name: string, before: number, value: number): ComparedCount => ({
  metric,
  part: { dimension: "visit:source", value: name },
  before,
  value,
  days: steady(before),
});

describe("a change", () => {
  it("of leads from 45 to 17 in a week comes first, with its expected range", () => {
    const changes = judge([
      whole("visitors", 800, 400),
      source("visits", "Paid search", 900, 300),
      whole("leads", 45, 17),
      source("leads", "newsletter", 30, 6),
    ]);
    expect(changes.map(({ metric, part }) => [metric, part?.value])).toEqual([
      ["leads", undefined],
      ["visitors", undefined],
      ["leads", "newsletter"],
      ["visits", "Paid search"],
    ]);
    expect(changes[0]).toEqual({ metric: "leads", part: null, value: 17, before: 45, low: 22, high: 76 });
  });

  it("of small counts is not reported: leads from 1 to 2, a campaign from 0 to 4", () => {
    expect(judge([whole("leads", 1, 2), source("visits", "team-leads", 0, 4)])).toEqual([]);
    expect(judge([whole("leads", 0, 8)])).toEqual([]);
  });

  it("that is certain but small is not reported", () => {
    expect(judge([{ ...whole("visitors", 1_000_000, 1_090_000) }])).toEqual([]);
    expect(judge([{ ...whole("visitors", 1_000_000, 1_300_000) }])).toHaveLength(1);
  });

  it("of one source must be larger if many were examined", () => {
    const quiet = Array.from({ length: 60 }, (_, index) => source("leads", `${index}`, 20, 20));
    const one = source("leads", "newsletter", 30, 11);
    expect(judge([one])).toHaveLength(1);
    expect(judge([one, ...quiet])).toEqual([]);
  });

  it("is not reported if days of the week explain it, in either direction", () => {
    const monday = [1, 0, 0, 0, 0, 0, 0];
    const sunday = [0, 0, 0, 0, 0, 0, 1];
    expect(judge([whole("visitors", 57, 137)], { range: monday, earlier: sunday })).toEqual([]);
    expect(judge([whole("visitors", 137, 57)], { range: sunday, earlier: monday })).toEqual([]);
    // A Monday as low as a Sunday is a drop, but the figures do not show it.
    expect(judge([whole("visitors", 57, 60)], { range: monday, earlier: sunday })).toEqual([]);
    expect(judge([whole("visitors", 57, 400)], { range: monday, earlier: sunday })).toHaveLength(1);
  });

  it("of a source with bursts is not reported", () => {
    const days = Array.from({ length: HISTORY }, (_, day) => (day % 7 === 1 ? 90 : 0));
    const burst = { ...source("visits", "newsletter", 0, 90), days };
    const tuesday = { range: [0, 1, 0, 0, 0, 0, 0], earlier: [1, 0, 0, 0, 0, 0, 0] };
    expect(judge([burst], tuesday)).toEqual([]);
    expect(judge([{ ...burst, days: days.map(() => 0) }], tuesday)).toHaveLength(1);
  });
});
