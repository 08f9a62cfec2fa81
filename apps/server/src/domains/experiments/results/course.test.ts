import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { expect, it } from "vitest";
import { bucketEnds } from "./course.ts";

const from = Date.UTC(2026, 2, 28, 10, 30);

it("uses hours for up to two days", () => {
  expect(bucketEnds({ from, to: from + 90 * ONE_MINUTE, tz: "UTC" })).toEqual([
    from + 30 * ONE_MINUTE,
    from + 90 * ONE_MINUTE,
  ]);
  expect(bucketEnds({ from, to: from + 2 * ONE_DAY, tz: "UTC" })).toHaveLength(49);
});

it("uses days of the time zone after that, whatever their length", () => {
  const midnight = Date.UTC(2026, 2, 28, 23);
  const to = from + 2 * ONE_DAY + 1;
  // Daylight saving time starts in Berlin on the 29th.
  expect(bucketEnds({ from, to, tz: "Europe/Berlin" })).toEqual([midnight, midnight + 23 * ONE_HOUR, to]);
});
