import { MOST_SEGMENTS_AT_ONCE } from "@marquee/contract";
import type { ReplaySegment } from "@marquee/contract/schema";

type Test = (segment: ReplaySegment) => boolean;

/** What shows a moment: from the last whole picture of a page before it, up to it. */
export function segmentsNeeded(segments: readonly ReplaySegment[], at: number): readonly ReplaySegment[] {
  const until = segments.findLastIndex(({ start }) => start <= at);
  const from = segments.findLastIndex(({ hasFullSnapshot }, index) => hasFullSnapshot && index <= until);
  return segments.slice(Math.max(from, 0), Math.max(until, 0) + 1);
}

/** Every segment in the order in which they are best loaded when `at` is watched: what shows it, what follows, what was before. */
export function loadingOrder(segments: readonly ReplaySegment[], at: number): ReplaySegment[] {
  const [first] = segmentsNeeded(segments, at);
  const from = first ? segments.indexOf(first) : 0;
  return [...segments.slice(from), ...segments.slice(0, from)];
}

/** What to load next while `at` is watched: what shows it, and not before that is there the rest. */
export function segmentsToLoad(
  segments: readonly ReplaySegment[],
  at: number,
  { isWanted, isThere }: { isWanted: Test; isThere: Test },
): readonly ReplaySegment[] {
  const needed = segmentsNeeded(segments, at);
  const missing = needed.filter(isWanted);
  const isShown = missing.length === 0 && needed.every(isThere);
  const wanted = isShown ? loadingOrder(segments, at).filter(isWanted) : missing;
  return wanted.slice(0, MOST_SEGMENTS_AT_ONCE);
}

/** How far one can play from `at` on: to the start of the first segment that is not there; endless where all are. */
export function playableUntil(segments: readonly ReplaySegment[], isThere: Test, at: number): number {
  const ahead = segments.find((segment) => segment.start > at && !isThere(segment));
  return ahead?.start ?? Number.POSITIVE_INFINITY;
}
