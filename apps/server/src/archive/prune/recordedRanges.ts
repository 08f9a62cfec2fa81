import { ONE_DAY, type Timestamp } from "@marquee/contract";

/** From one moment to another, both within. */
export interface ServedRange {
  from: Timestamp;
  to: Timestamp;
}

/**
 * When recordings were made: their days with the day before and after, for clocks differ and when something was served is known to a day.
 * @param days their beginnings, oldest first. @returns spans that do not touch.
 */
export function recordedRanges(days: readonly Timestamp[]): ServedRange[] {
  const spans: ServedRange[] = [];
  for (const day of days) {
    const span = { from: day - ONE_DAY, to: day + 2 * ONE_DAY };
    const last = spans.at(-1);
    if (last && span.from <= last.to) last.to = span.to;
    else spans.push(span);
  }
  return spans;
}

export function overlapsAny({ from, to }: ServedRange, spans: readonly ServedRange[]): boolean {
  return spans.some((span) => from <= span.to && to >= span.from);
}
