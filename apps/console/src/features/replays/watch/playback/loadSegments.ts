import { MAX_SEGMENTS_PER_REQUEST } from "@marquee/contract";
import type { ReplaySegment } from "@marquee/contract/schema";

type Test = (segment: ReplaySegment) => boolean;

export interface LoaderOptions {
  /** Which to load next; none when all are there or asked for, or it is better to wait. */
  next: (isWanted: (segment: ReplaySegment) => boolean) => readonly ReplaySegment[];
  /** In the order of `ids`; null for what is not there. */
  fetchSegments: (ids: readonly string[], signal: AbortSignal) => Promise<(ArrayBuffer | null)[]>;
  onLoaded: (segment: ReplaySegment, json: ArrayBuffer) => void;
  onMissing: (segment: ReplaySegment) => void;
}

export interface SegmentLoader {
  /** Picks the next segment to load. Call it whenever that may have changed. */
  goOn(): void;
  stop(): void;
}

/** Answers that are waited for at once: while one is read, the next comes. */
const AT_ONCE = 2;

/** Loads segments, several at a time, always those that are needed soonest. */
export function loadSegments({ next, fetchSegments, onLoaded, onMissing }: LoaderOptions): SegmentLoader {
  const asked = new Set<string>();
  const ending = new AbortController();
  const { signal } = ending;
  let awaited = 0;

  const goOn = () => {
    while (awaited < AT_ONCE && !signal.aborted) {
      const segments = next(({ id }) => !asked.has(id));
      if (segments.length === 0) return;
      for (const { id } of segments) asked.add(id);
      awaited += 1;
      void load(segments).then(() => {
        awaited -= 1;
        goOn();
      });
    }
  };
  const load = async (segments: readonly ReplaySegment[]) => {
    const ids = segments.map(({ id }) => id);
    const found = await fetchSegments(ids, signal).catch(() => fetchOneByOne(ids));
    if (signal.aborted) return;
    segments.forEach((segment, index) => {
      const json = found[index];
      if (json) onLoaded(segment, json);
      else onMissing(segment);
    });
  };
  /** One that cannot be had does not take the others with it. */
  const fetchOneByOne = async (ids: readonly string[]) => {
    const found: (ArrayBuffer | null)[] = [];
    for (const id of ids) found.push((await fetchSegments([id], signal).catch(() => [null]))[0] ?? null);
    return found;
  };
  goOn();
  return { goOn, stop: () => ending.abort() };
}

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
  return wanted.slice(0, MAX_SEGMENTS_PER_REQUEST);
}

/** How far one can play from `at` on: to the start of the first segment that is not there; endless where all are. */
export function playableUntil(segments: readonly ReplaySegment[], isThere: Test, at: number): number {
  const ahead = segments.find((segment) => segment.start > at && !isThere(segment));
  return ahead?.start ?? Number.POSITIVE_INFINITY;
}
