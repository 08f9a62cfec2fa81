import { describe, expect, it } from "vitest";
import { createSeasonalReader, type HourlyCounts, judge, THRESHOLDS, WINDOWS } from "./seasonalRange.ts";
import { simulateYear, withDrop, YEAR_BEGINS, YEAR_ENDS } from "./testing/simulatedYear.ts";

/** What alerts watch, at volumes at which a drop of 40% can be found within a day. `docs/alerts.md` has the same table. */
const METRICS = [
  { name: "visits", perDay: 2000 },
  { name: "leads", perDay: 400 },
  { name: "conversions", perDay: 5000, rate: 0.05 },
] as const;
const QUARTER = 91 * 24;
const DROPS = 50;

const isAlarm = (reader: ReturnType<typeof createSeasonalReader>, end: number, direction: "both" | "drop") =>
  WINDOWS.some((hours) => {
    const reading = reader.read(end, hours, THRESHOLDS.normal);
    return reading !== null && judge(reading, { direction, sensitivity: "normal" }) === "alarm";
  });

/** False alarms in each quarter. Hours on end are one alarm. */
function falseAlarms(counts: HourlyCounts): number[] {
  const reader = createSeasonalReader(counts);
  const quarters = [0, 0, 0, 0];
  let last = Number.NEGATIVE_INFINITY;
  for (let end = YEAR_BEGINS + 1; end <= YEAR_ENDS; end += 1) {
    if (!isAlarm(reader, end, "both")) continue;
    const quarter = Math.floor((end - YEAR_BEGINS - 1) / QUARTER);
    if (end - last > 24) quarters[quarter] = (quarters[quarter] ?? 0) + 1;
    last = end;
  }
  return quarters;
}

/** Hours until a drop of 40% is found, at most 24; null for one that is not. */
function hoursUntilFound({ values, of }: HourlyCounts, from: number): number | null {
  const until = from + 24;
  const counts = { values: values.slice(0, until), ...(of && { of: of.slice(0, until) }) };
  const reader = createSeasonalReader(withDrop(counts, from, 0.4));
  for (let hour = 1; hour <= 24; hour += 1) if (isAlarm(reader, from + hour, "drop")) return hour;
  return null;
}

describe.each(METRICS)("over a year of $perDay $name a day", ({ name: _name, ...site }) => {
  it.each([1, 2])("on which nothing happens, at most one false alarm in a quarter (seed %d)", (seed) => {
    expect(Math.max(...falseAlarms(simulateYear({ seed, ...site })))).toBeLessThanOrEqual(1);
  });

  it("at least 90% of drops by 40% are found within 24 hours", () => {
    const counts = simulateYear({ seed: 3, ...site });
    const found = Array.from({ length: DROPS }, (_, index) =>
      hoursUntilFound(
        counts,
        YEAR_BEGINS + Math.floor(((index + 0.5) / DROPS) * (YEAR_ENDS - YEAR_BEGINS - 48)),
      ),
    );
    expect(found.filter((hours) => hours !== null).length / DROPS).toBeGreaterThanOrEqual(0.9);
  });
});

describe("a reading", () => {
  it("needs four weeks that tell what is usual, and two that tell how it varies", () => {
    const flat = createSeasonalReader({ values: Array.from({ length: 7 * 7 * 24 }, () => 100) });
    expect(flat.read(41 * 24, 24, THRESHOLDS.normal)).toBeNull();
    expect(flat.read(43 * 24, 24, THRESHOLDS.normal)).toMatchObject({
      value: 2400,
      expected: 2400,
      score: 0,
    });
  });

  it("says of few counts that no drop would show", () => {
    const rare = createSeasonalReader({
      values: Array.from({ length: 7 * 7 * 24 }, (_, hour) => (hour % 12 === 0 ? 1 : 0)),
    });
    expect(rare.read(43 * 24, 24, THRESHOLDS.normal)).toMatchObject({ value: 2, low: 0 });
  });

  it("knows a rate's expected count from what it is a part of", () => {
    const hours = 7 * 7 * 24;
    const reader = createSeasonalReader({
      values: Array.from({ length: hours }, (_, hour) => (hour < 43 * 24 - 24 ? 20 : 10)),
      of: Array.from({ length: hours }, (_, hour) => (hour < 43 * 24 - 24 ? 100 : 50)),
    });
    expect(reader.read(43 * 24, 24, THRESHOLDS.normal)).toMatchObject({
      value: 240,
      of: 1200,
      expected: 240,
    });
  });
});
