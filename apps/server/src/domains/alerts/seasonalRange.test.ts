import { describe, expect, it } from "vitest";
import { alarmsOf } from "./previewAlert.ts";
import { createSeasonalReader, type HourlyCounts, judge, smallestDrop, WINDOWS } from "./seasonalRange.ts";
import { simulateYear, withDrop, YEAR_BEGINS, YEAR_ENDS } from "./testing/simulatedYear.ts";

/**
 * Metrics that alerts watch, at volumes for which a drop of 40% can be detected within a day. `docs/alerts.md` has the
 * same table.
 */
const METRICS = [
  { name: "visits", perDay: 2000 },
  { name: "leads", perDay: 400 },
  { name: "conversions", perDay: 5000, rate: 0.05 },
] as const;
const QUARTER = 91 * 24;
const DROPS = 50;

const isAlarm = (reader: ReturnType<typeof createSeasonalReader>, end: number, direction: "both" | "drop") =>
  WINDOWS[1].some((hours) => {
    const reading = reader.read(end, hours, "normal");
    return reading !== null && judge(reading, { direction, sensitivity: "normal" }) === "alarm";
  });

/** False alarms in each quarter. Consecutive hours are one alarm. */
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

/** Hours until a drop of 40% is found, at most 24; null if it is not found. */
function hoursUntilFound({ values, of }: HourlyCounts, from: number): number | null {
  const until = from + 24;
  const counts = { values: values.slice(0, until), ...(of && { of: of.slice(0, until) }) };
  const reader = createSeasonalReader(withDrop(counts, from, 0.4));
  for (let hour = 1; hour <= 24; hour += 1) if (isAlarm(reader, from + hour, "drop")) return hour;
  return null;
}

describe.each(METRICS)("over a year of $perDay $name a day", ({ name: _name, ...site }) => {
  it.each([1, 2])("without real changes, at most one false alarm in a quarter (seed %d)", (seed) => {
    expect(Math.max(...falseAlarms(simulateYear({ seed, ...site })))).toBeLessThanOrEqual(1);
  });

  it("at least 90% of drops by 40% are found within 24 hours", () => {
    const counts = simulateYear({ seed: 3, ...site });
    const delays = Array.from({ length: DROPS }, (_, index) =>
      hoursUntilFound(
        counts,
        YEAR_BEGINS + Math.floor(((index + 0.5) / DROPS) * (YEAR_ENDS - YEAR_BEGINS - 48)),
      ),
    );
    expect(delays.filter((hours) => hours !== null).length / DROPS).toBeGreaterThanOrEqual(0.9);
  });
});

/** Too few to detect any drop within a day. The year is examined every six hours. */
const FEW = [
  { perDay: 6.4, window: 7 },
  { perDay: 6.4, window: 28 },
  { perDay: 100, window: 7 },
  { perDay: 2000, window: 7 },
  { perDay: 2000, window: 28 },
] as const;

describe.each(FEW)("over a window of $window days with $perDay a day", ({ perDay, window }) => {
  const hours = window * 24;
  it("is judged as a whole", () => expect(WINDOWS[window]).toEqual([hours]));

  it("there are few false alarms in a year without real changes", () => {
    const alarms = [1, 2, 3, 4, 5, 6].map((seed) => {
      const reader = createSeasonalReader(simulateYear({ seed, perDay }));
      const ends = Array.from(
        { length: (YEAR_ENDS - YEAR_BEGINS) / 6 },
        (_, index) => YEAR_BEGINS + index * 6,
      );
      const steps = ends.map((at) => {
        const reading = reader.read(at, hours, "normal");
        const judgment = reading ? judge(reading, { direction: "both", sensitivity: "normal" }) : "usual";
        const finding = { subject: "", text: "", href: "", isUnsettled: judgment === "unsettled" };
        return { at, findings: judgment === "usual" ? [] : [finding] };
      });
      return alarmsOf({ steps, quietSteps: 24 / 6 }).length;
    });
    expect(alarms.reduce((sum, count) => sum + count, 0) / alarms.length).toBeLessThanOrEqual(1);
  });
});

it("a week's leads that fall from 45 to 17 open an alarm for a 7-day window, which a 1-day window could not", () => {
  const counts = simulateYear({ seed: 5, perDay: 6.4 });
  const from = YEAR_BEGINS + 2000;
  const quiet = createSeasonalReader(counts).read(from, 24, "normal");
  expect(quiet && smallestDrop(quiet, "normal")).toBeNull();
  const reader = createSeasonalReader(withDrop(counts, from, 0.62));
  const reading = reader.read(from + 168, 168, "normal");
  expect(reading && judge(reading, { direction: "drop", sensitivity: "normal" })).toBe("alarm");
});

describe("a reading", () => {
  it("needs four weeks to learn what is usual, and two to learn how it varies", () => {
    const flat = createSeasonalReader({ values: Array.from({ length: 7 * 7 * 24 }, () => 100) });
    expect(flat.read(41 * 24, 24, "normal")).toBeNull();
    expect(flat.read(43 * 24, 24, "normal")).toMatchObject({ value: 2400, expected: 2400, score: 0 });
  });

  it("says that no drop can be detected with few counts", () => {
    const rare = createSeasonalReader({
      values: Array.from({ length: 7 * 7 * 24 }, (_, hour) => (hour % 12 === 0 ? 1 : 0)),
    });
    expect(rare.read(43 * 24, 24, "normal")).toMatchObject({ value: 2, low: 0 });
  });

  it("derives a rate's expected count from its denominator", () => {
    const hours = 7 * 7 * 24;
    const reader = createSeasonalReader({
      values: Array.from({ length: hours }, (_, hour) => (hour < 43 * 24 - 24 ? 20 : 10)),
      of: Array.from({ length: hours }, (_, hour) => (hour < 43 * 24 - 24 ? 100 : 50)),
    });
    expect(reader.read(43 * 24, 24, "normal")).toMatchObject({ value: 240, of: 1200, expected: 240 });
  });
});
