import type { Milliseconds } from "@marquee/contract";

/** Shares a run among concurrent callers, and its result for a while after its end. */
export function sharedResult<Result>(fresh: Milliseconds, run: () => Promise<Result>): () => Promise<Result> {
  let latest: { result: Promise<Result>; endedAt: Milliseconds } | null = null;
  return () => {
    if (latest && performance.now() - latest.endedAt < fresh) return latest.result;
    const started = { result: run(), endedAt: Number.POSITIVE_INFINITY };
    const noteEnd = () => {
      started.endedAt = performance.now();
    };
    started.result.then(noteEnd, noteEnd);
    latest = started;
    return started.result;
  };
}
