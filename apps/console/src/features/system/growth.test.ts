import { ONE_DAY } from "@marquee/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { daysUntilFull, growthPerDay } from "./growth.ts";

const FIRST = Date.UTC(2026, 4, 1);
const daysOf = (sizes: readonly number[]) =>
  sizes.map((bytes, index) => ({ day: new Date(FIRST + index * ONE_DAY).toISOString().slice(0, 10), bytes }));
const steady = (length: number, perDay: number) =>
  daysOf(Array.from({ length }, (_, index) => 1e9 + index * perDay));

test("growth is known after a week, from the days that were measured", () => {
  expect(growthPerDay([])).toBe(null);
  expect(growthPerDay(steady(6, 100))).toBe(null);
  expect(growthPerDay(steady(7, 100))).toBe(100);
  expect(growthPerDay(steady(30, -100))).toBe(-100);
  const withGap = steady(30, 100).filter((_, index) => index % 9 === 0 || index === 29);
  expect(growthPerDay(withGap)).toBe(100);
});

test("a disk that fills steadily is full when its free space is used up", () => {
  expect(daysUntilFull(steady(30, 1e6), 10e6)).toBe(10);
  fc.assert(
    fc.property(
      fc.integer({ min: 7, max: 90 }),
      fc.integer({ min: 1, max: 1e9 }),
      fc.integer({ min: 0, max: 365 }),
      (length, perDay, days) => {
        const full = daysUntilFull(steady(length, perDay), perDay * (days + 0.5));
        expect(full).toBe(days);
      },
    ),
  );
});

test("there is no forecast without a week, without growth, without a steady rate, and beyond a year", () => {
  expect(daysUntilFull(steady(6, 1e6), 10e6)).toBe(null);
  expect(daysUntilFull(steady(30, 0), 10e6)).toBe(null);
  expect(daysUntilFull(steady(30, -1e6), 10e6)).toBe(null);
  const cleaned = daysOf([1, 5, 9, 13, 2, 6, 10, 14, 3, 7].map((size) => size * 1e9));
  expect(daysUntilFull(cleaned, 1e9)).toBe(null);
  expect(daysUntilFull(steady(30, 1e6), 400e6)).toBe(null);
});
