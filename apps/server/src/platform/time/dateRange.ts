import { isTimeZone, ONE_DAY, ONE_HOUR, type Timestamp } from "@marquee/contract";
import type { OverviewQuery } from "@marquee/contract/schema";
import { ApiError } from "../errors/apiError.ts";

const MAX_POINTS = 1000;
const MAX_DATE_RANGE = 800 * ONE_DAY;

/** Checks that a date range ends after it starts and covers at most 800 days. @throws {ApiError} bad_request */
export function validateDateRange({ from, to }: Pick<OverviewQuery, "from" | "to">): void {
  if (to <= from) {
    throw new ApiError(
      "bad_request",
      "The date range must end after it starts: `to` must be later than `from`.",
    );
  }
  if (to - from > MAX_DATE_RANGE) {
    throw new ApiError("bad_request", "The date range is too long. Use at most 800 days.");
  }
}

/** Checks that a time series has a valid date range, at most 1,000 points and a known time zone. @throws {ApiError} bad_request */
export function validateTimeSeries({ from, to, interval, tz }: OverviewQuery): void {
  if (to > from) validateBucketCount(Math.ceil((to - from) / (interval === "hour" ? ONE_HOUR : ONE_DAY)));
  validateDateRange({ from, to });
  validateTimeZone(tz);
}

/** @throws {ApiError} bad_request for an unknown time zone. */
export function validateTimeZone(tz: string): void {
  if (!isTimeZone(tz))
    throw new ApiError("bad_request", `tz=${tz} is not a time zone. Use an IANA name such as Europe/Berlin.`);
}

/**
 * The end of a date range, without the future, which a comparison or time series must not include.
 * @returns `to`, or the end of the current millisecond if that is earlier. A date range that starts in the future keeps its end.
 */
export function endByNow({ from, to }: Pick<OverviewQuery, "from" | "to">, now: Timestamp): Timestamp {
  return from > now ? to : Math.min(to, now + 1);
}

function validateBucketCount(points: number): void {
  if (points <= MAX_POINTS) return;
  throw new ApiError("bad_request", `${points} data points are too many. Use days or a shorter date range.`);
}
