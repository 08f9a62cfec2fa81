import { MAX_PRICED_SEATS, MAX_SEATS } from "@marquee/contract";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nearestStop, SEAT_STOPS } from "./SeatFields.tsx";

test("stops rise from one person to the largest team with a listed price", () => {
  expect(SEAT_STOPS[0]).toBe(1);
  expect(SEAT_STOPS.at(-1)).toBe(MAX_PRICED_SEATS);
  expect([...SEAT_STOPS].sort((a, b) => a - b)).toEqual(SEAT_STOPS);
  expect(new Set(SEAT_STOPS).size).toBe(SEAT_STOPS.length);
  expect(SEAT_STOPS.every(Number.isInteger)).toBe(true);
});

test("each stop is the nearest to itself, and what lies between goes to a neighbour", () => {
  expect(SEAT_STOPS.map(nearestStop)).toEqual([...SEAT_STOPS.keys()]);
  expect([22, 23, 1001, MAX_SEATS].map((seats) => SEAT_STOPS[nearestStop(seats)])).toEqual([
    20, 25, 1000, 1000,
  ]);
});

test("more people never move the slider back", () => {
  const seats = fc.integer({ min: 1, max: MAX_SEATS - 1 });
  fc.assert(fc.property(seats, (each) => nearestStop(each + 1) >= nearestStop(each)));
});
