import { ONE_DAY } from "@marquee/contract";
import { expect, it } from "vitest";
import { compareCoverage } from "./compareCoverage.ts";

const day = (date: string) => Date.parse(`${date}T00:00:00Z`);
const days = (first: string, last: string) => ({ from: day(first), to: day(last) + ONE_DAY });
const METRICS = ["visitors", "visits", "leads"] as const;
const codes = (overrides: Partial<Parameters<typeof compareCoverage>[1]>) => {
  const warnings = compareCoverage(METRICS, {
    range: days("2026-06-08", "2026-06-14"),
    earlier: days("2026-06-01", "2026-06-07"),
    firstEvent: day("2026-01-01"),
    reports: [],
    tz: "UTC",
    ...overrides,
  });
  return METRICS.map((metric) => warnings[metric]?.code);
};
const NOT_COVERED = "not_covered";
const imported = {
  metrics: ["visitors" as const, "visits" as const],
  first: "2026-05-01",
  last: "2026-06-04",
};

it("compares measured ranges, including a partial first day", () => {
  expect(codes({})).toEqual([undefined, undefined, undefined]);
  expect(codes({ firstEvent: day("2026-06-01") + ONE_DAY - 1 })).toEqual([undefined, undefined, undefined]);
});

it("does not compare with days before the first event", () => {
  expect(codes({ firstEvent: day("2026-06-02") })).toEqual([NOT_COVERED, NOT_COVERED, NOT_COVERED]);
  expect(codes({ firstEvent: null })).toEqual([NOT_COVERED, NOT_COVERED, NOT_COVERED]);
  // In Auckland, the first event is on the day before.
  const firstEvent = day("2026-06-01") + 6 * 3_600_000;
  const earlier = { from: day("2026-06-01") - ONE_DAY / 2, to: day("2026-06-07") };
  expect(codes({ firstEvent, earlier, tz: "Pacific/Auckland" })[0]).toBeUndefined();
});

it("compares sums of imported days, but not the visitors of single days with those of a range", () => {
  const firstEvent = day("2026-06-05");
  expect(codes({ firstEvent, reports: [imported] })).toEqual(["counted_differently", undefined, NOT_COVERED]);
  const whole = { ...imported, last: "2026-06-14" };
  expect(codes({ firstEvent: null, reports: [whole] })).toEqual([undefined, undefined, NOT_COVERED]);
  expect(codes({ firstEvent, reports: [{ ...imported, last: "2026-06-03" }] })[1]).toBe(NOT_COVERED);
});

it("takes equally long for millions of days", () => {
  const range = days("2100-01-01", "9999-12-31");
  const earlier = days("0100-01-01", "2099-12-31");
  const reports = Array.from({ length: 1000 }, () => imported);
  expect(codes({ range, earlier, reports })).toEqual([NOT_COVERED, NOT_COVERED, NOT_COVERED]);
  const whole = { ...imported, first: "0100-01-01", last: "9999-12-31" };
  expect(codes({ range, earlier, reports: [imported, whole, imported] })).toEqual([
    undefined,
    undefined,
    NOT_COVERED,
  ]);
});
