import { reportInternalError } from "../browser/monitor.ts";
import { RETRY_MAX_ATTEMPTS, retryDelay } from "./retryStrategy.ts";

/** A part whose code is loaded on first use. */
export interface Lazy<Part> {
  /** Resolves with the part once it has loaded. Rejects if its code cannot be loaded. */
  get(): Promise<Part>;
  /** Runs `action` once the part has loaded, in call order. Logs errors instead of throwing. */
  use(action: (part: Part) => void): void;
  /** Like {@link use}, but does nothing if the part was never requested. */
  ifUsed(action: (part: Part) => void): void;
}

/**
 * Loads a part on first use, with retries and backoff.
 * @param load imports the code. Browsers cache a failed module load (https://github.com/whatwg/html/issues/6768), so retries add a query to
 * its URL, which most browsers include in the error message.
 */
export function createLazy<Code, Part>(
  load: () => Promise<Code>,
  create: (code: Code) => Part | Promise<Part>,
): Lazy<Part> {
  let part: Promise<Part> | undefined;

  const keepLoading = (failures: number, address?: string): Promise<Code> =>
    (address ? import(/* @vite-ignore */ `${address}?${failures}`) : load()).catch(async (error: unknown) => {
      if (failures > RETRY_MAX_ATTEMPTS) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelay(failures, null, Math.random())));
      return keepLoading(failures + 1, /http[^?\s]+/.exec(`${error}`)?.[0]);
    });
  const get = () => (part ??= keepLoading(1).then(create));
  return {
    get,
    use: (action) => void get().then(action).catch(reportInternalError),
    ifUsed: (action) => void part?.then(action).catch(reportInternalError),
  };
}
