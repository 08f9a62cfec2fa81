import type { ReplaySegment } from "@marquee/contract/schema";

export interface LoaderOptions {
  /** Which to load next; none when all are there or asked for, or it is better to wait. */
  next: (isWanted: (segment: ReplaySegment) => boolean) => readonly ReplaySegment[];
  /** In the order of `ids`; null for what is not there. */
  fetchSegments: (ids: readonly string[], signal: AbortSignal) => Promise<(ArrayBuffer | null)[]>;
  onLoaded: (segment: ReplaySegment, json: ArrayBuffer) => void;
  onMissing: (segment: ReplaySegment) => void;
}

export interface SegmentLoader {
  /** Looks for what is to be loaded next. To be called when that may have changed. */
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
