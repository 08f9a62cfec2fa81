import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type { OverviewQuery } from "@marquee/contract/schema";
import { ApiError } from "../errors/apiError.ts";

const MAX_POINTS = 1000;
const LONGEST_SPAN = 800 * ONE_DAY;

/** Refuses a span that ends before it begins, or is too long to look through. @throws {ApiError} bad_request */
export function checkSpan({ from, to }: Pick<OverviewQuery, "from" | "to">): void {
  if (to <= from) {
    throw new ApiError("bad_request", "The span must end after it begins: give a `to` later than `from`.");
  }
  if (to - from > LONGEST_SPAN) {
    throw new ApiError("bad_request", "The span is too long; ask for at most 800 days at once.");
  }
}

/** Refuses a span with too many points, and a time zone that there is not. @throws {ApiError} bad_request */
export function checkSeries({ from, to, interval, tz }: OverviewQuery): void {
  if (to > from) checkPoints(Math.ceil((to - from) / (interval === "hour" ? ONE_HOUR : ONE_DAY)));
  checkSpan({ from, to });
  checkTimeZone(tz);
}

/** @throws {ApiError} bad_request for a time zone that there is not. */
export function checkTimeZone(tz: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: tz });
  } catch {
    throw new ApiError("bad_request", `tz=${tz} is no time zone; give an IANA name such as Europe/Berlin.`);
  }
}

function checkPoints(points: number): void {
  if (points <= MAX_POINTS) return;
  throw new ApiError(
    "bad_request",
    `${points} points are too many to show; ask for days, or a shorter span.`,
  );
}
