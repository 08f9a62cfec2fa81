import { ApiError } from "../../platform/errors/apiError.ts";

interface Asker {
  id: string;
  signal?: AbortSignal;
}

/** Queries of one asker that run at a time. */
const RUNNING = 2;
/** Queries of one asker that may wait. A screen sends about twenty. */
const WAITING = 100;

/** Lets each asker run two tasks at a time. Others are queued, and leave the queue when aborted. */
export function createTurns() {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();
  const next = (id: string) => {
    const line = lines.get(id);
    if (!line) return;
    // The next task takes the slot, so that a newly arriving one can't overtake it.
    const start = line.waiting.shift();
    if (start) return start();
    line.running -= 1;
    if (line.running === 0) lines.delete(id);
  };
  return {
    /** @throws {ApiError} too_many_requests if too many tasks of this asker wait. @throws the signal's reason. */
    async run<Result>({ id, signal }: Asker, task: () => Promise<Result>): Promise<Result> {
      signal?.throwIfAborted();
      const line = lines.get(id) ?? { running: 0, waiting: [] };
      lines.set(id, line);
      if (line.running >= RUNNING) {
        if (line.waiting.length >= WAITING)
          throw new ApiError(
            "too_many_requests",
            "Too many queries are waiting. Try again in a few seconds.",
            5,
          );
        await new Promise<void>((resolve, reject) => {
          const leave = () => {
            line.waiting = line.waiting.filter((each) => each !== start);
            reject(signal?.reason);
          };
          const start = () => {
            signal?.removeEventListener("abort", leave);
            resolve();
          };
          line.waiting.push(start);
          signal?.addEventListener("abort", leave, { once: true });
        });
      } else line.running += 1;
      try {
        return await task();
      } finally {
        next(id);
      }
    },
  };
}
