import { DEFAULT_RANGE, queryRange, RANGES, type RangePreset } from "@marquee/contract";
import { expect, it } from "vitest";
import { type Clock, readDateRange } from "./dateRanges.ts";

const clocks: Clock[] = [
  // The last day of a leap year's February, already March in Berlin, and the day on which clocks go back.
  { now: Date.parse("2028-02-29T23:30:00Z"), tz: "UTC", weekStart: 1 },
  { now: Date.parse("2028-02-29T23:30:00Z"), tz: "Europe/Berlin", weekStart: 7 },
  { now: Date.parse("2026-10-25T00:30:00Z"), tz: "Europe/Berlin", weekStart: 1 },
  { now: Date.parse("2026-01-01T11:00:00Z"), tz: "Pacific/Auckland", weekStart: 1 },
];

it("a number of days or months is the same time on screens and in the API", () => {
  const counted = (Object.keys(RANGES) as RangePreset[]).filter((name) => /^\d+(d|mo)$/.test(name));
  expect(counted).toContain(DEFAULT_RANGE);
  expect(counted).toHaveLength(4);
  for (const clock of clocks)
    for (const name of counted) {
      const { now, tz: timeZone, weekStart } = clock;
      const onScreens = readDateRange(queryRange(name, { now, timeZone, weekStart }), clock, null);
      expect(onScreens, `${name} ${timeZone}`).toEqual(readDateRange(name, clock, null));
      expect(onScreens.to).toBeLessThanOrEqual(now);
    }
});
