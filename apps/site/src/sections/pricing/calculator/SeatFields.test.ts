import { MAX_PRICED_SEATS, MAX_SEATS } from "@marquee/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestStop, SEAT_STOPS } from "./SeatFields.tsx";

test("slider stops rise from one seat to the largest team with a list price", () => {
  expect(SEAT_STOPS[0]).toBe(1);
  expect(SEAT_STOPS.at(-1)).toBe(MAX_PRICED_SEATS);
  expect([...SEAT_STOPS].sort((a, b) => a - b)).toEqual(SEAT_STOPS);
  expect(new Set(SEAT_STOPS).size).toBe(SEAT_STOPS.length);
  expect(SEAT_STOPS.every(Number.isInteger)).toBe(true);
});

test("maps each stop to itself and other numbers to the nearest stop", () => {
  expect(SEAT_STOPS.map(nearestStop)).toEqual([...SEAT_STOPS.keys()]);
  expect([22, 23, 1001, MAX_SEATS].map((seats) => SEAT_STOPS[nearestStop(seats)])).toEqual([
    20, 25, 1000, 1000,
  ]);
});

test("never moves the slider back for more seats", () => {
  const seats = fc.integer({ min: 1, max: MAX_SEATS - 1 });
  fc.assert(fc.property(seats, (each) => nearestStop(each + 1) >= nearestStop(each)));
});
