import { RETRY_MAX_ATTEMPTS } from "@marquee/contract";
import { reportFailure } from "../tools/monitor.ts";
import { retryDelay } from "../transport/retryStrategy.ts";

/** A part whose code comes with its first use. */
export interface Lazy<Part> {
  /** The part, once it is here. Rejects when its code cannot be had. */
  get(): Promise<Part>;
  /** Runs `action` once the part is here; in the order of the calls. */
  use(action: (part: Part) => void): void;
  /** The same, where the part was asked for before. */
  ifUsed(action: (part: Part) => void): void;
}

/** @param load fetches the code; where that fails it is asked again, with backoff. */
export function createLazy<Part>(load: () => Promise<Part>): Lazy<Part> {
  let part: Promise<Part> | undefined;

  const keepLoading = (failures: number): Promise<Part> =>
    load().catch(async (error: unknown) => {
      if (failures === RETRY_MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, null, Math.random())));
      return keepLoading(failures + 1);
    });
  const get = () => (part ??= keepLoading(1));
  return {
    get,
    use: (action) => void get().then(action).catch(reportFailure),
    ifUsed: (action) => void part?.then(action).catch(reportFailure),
  };
}
