import { MAX_PRICED_SEATS } from "@marquee/contract";

/** Numbers of people where the slider rests: single people for small teams, ever larger steps for larger ones. */
export const SEAT_STOPS: readonly number[] = [
  ...range(1, 20, 1),
  ...range(25, 100, 5),
  ...range(125, 500, 25),
  ...range(550, MAX_PRICED_SEATS, 50),
];

/** Index of the stop that is nearest to `seats`, the smaller of two as near. */
export function nearestStop(seats: number): number {
  const distances = SEAT_STOPS.map((stop) => Math.abs(stop - seats));
  return distances.indexOf(Math.min(...distances));
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: (to - from) / step + 1 }, (_, index) => from + index * step);
}
