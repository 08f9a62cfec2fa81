import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { expect, it } from "vitest";
import { bucketEnds } from "./course.ts";

const from = Date.UTC(2026, 2, 28, 10, 30);

it("goes by the hour for two days", () => {
  expect(bucketEnds({ from, to: from + 90 * ONE_MINUTE, tz: "UTC" })).toEqual([
    from + 30 * ONE_MINUTE,
    from + 90 * ONE_MINUTE,
  ]);
  expect(bucketEnds({ from, to: from + 2 * ONE_DAY, tz: "UTC" })).toHaveLength(49);
});

it("goes by the days of the time zone after that, however long they are", () => {
  const midnight = Date.UTC(2026, 2, 28, 23);
  const to = from + 2 * ONE_DAY + 1;
  // The clock is put forward in Berlin on the 29th.
  expect(bucketEnds({ from, to, tz: "Europe/Berlin" })).toEqual([midnight, midnight + 23 * ONE_HOUR, to]);
});
