import { MAX_SEGMENTS_PER_REQUEST } from "@marquee/contract";
import type { ReplaySegment } from "@marquee/contract/schema";

type Test = (segment: ReplaySegment) => boolean;

export interface LoaderOptions {
  /** The segments to load next. Empty if all are loaded or requested, or if it is better to wait. */
  next: (isWanted: (segment: ReplaySegment) => boolean) => readonly ReplaySegment[];
  /** Fetches the segments' JSON, in the order of `ids`; null for missing ones. */
  fetchSegments: (ids: readonly string[], signal: AbortSignal) => Promise<(ArrayBuffer | null)[]>;
  onLoaded: (segment: ReplaySegment, json: ArrayBuffer) => void;
  onMissing: (segment: ReplaySegment) => void;
}

export interface SegmentLoader {
  /** Picks the next segment to load. Call it whenever that may have changed. */
  resume(): void;
  stop(): void;
}

/** Number of parallel requests: one downloads while another is parsed. */
const AT_ONCE = 2;

/** Loads segments, several per request, in the order in which they are needed. */
export function loadSegments({ next, fetchSegments, onLoaded, onMissing }: LoaderOptions): SegmentLoader {
  const requestedIds = new Set<string>();
  const ending = new AbortController();
  const { signal } = ending;
  let awaited = 0;

  const resume = () => {
    while (awaited < AT_ONCE && !signal.aborted) {
      const segments = next(({ id }) => !requestedIds.has(id));
      if (segments.length === 0) return;
      for (const { id } of segments) requestedIds.add(id);
      awaited += 1;
      void load(segments).then(() => {
        awaited -= 1;
        resume();
      });
    }
  };
  const load = async (segments: readonly ReplaySegment[]) => {
    const ids = segments.map(({ id }) => id);
    const payloads = await fetchSegments(ids, signal).catch(() => fetchOneByOne(ids));
    if (signal.aborted) return;
    segments.forEach((segment, index) => {
      const json = payloads[index];
      if (json) onLoaded(segment, json);
      else onMissing(segment);
    });
  };
  /** Fallback for a failed request, so that one bad segment does not affect the others. */
  const fetchOneByOne = async (ids: readonly string[]) => {
    const payloads: (ArrayBuffer | null)[] = [];
    for (const id of ids) payloads.push((await fetchSegments([id], signal).catch(() => [null]))[0] ?? null);
    return payloads;
  };
  resume();
  return { resume, stop: () => ending.abort() };
}

/**
 * The segments needed to show a time: from the last full snapshot before it up to that time.
 * @param at in milliseconds since the epoch.
 */
export function segmentsNeeded(segments: readonly ReplaySegment[], at: number): readonly ReplaySegment[] {
  const until = segments.findLastIndex(({ start }) => start <= at);
  const from = segments.findLastIndex(({ hasFullSnapshot }, index) => hasFullSnapshot && index <= until);
  return segments.slice(Math.max(from, 0), Math.max(until, 0) + 1);
}

/** All segments in the best loading order for a time: those that show it, those after it, those before it. */
export function loadingOrder(segments: readonly ReplaySegment[], at: number): ReplaySegment[] {
  const [first] = segmentsNeeded(segments, at);
  const from = first ? segments.indexOf(first) : 0;
  return [...segments.slice(from), ...segments.slice(0, from)];
}

/** The segments to request next: those needed to show `at`, and once they are loaded, the rest. */
export function segmentsToLoad(
  segments: readonly ReplaySegment[],
  at: number,
  { isWanted, isThere }: { isWanted: Test; isThere: Test },
): readonly ReplaySegment[] {
  const needed = segmentsNeeded(segments, at);
  const missing = needed.filter(isWanted);
  const isShown = missing.length === 0 && needed.every(isThere);
  const wanted = isShown ? loadingOrder(segments, at).filter(isWanted) : missing;
  return wanted.slice(0, MAX_SEGMENTS_PER_REQUEST);
}

/** The time until which playback can run from `at` on: the start of the next segment that is not loaded, or infinity. */
export function playableUntil(segments: readonly ReplaySegment[], isThere: Test, at: number): number {
  const ahead = segments.find((segment) => segment.start > at && !isThere(segment));
  return ahead?.start ?? Number.POSITIVE_INFINITY;
}
