import { reportInternalError } from "../browser/monitor.ts";
import { RETRY_MAX_ATTEMPTS, retryDelay } from "./retryStrategy.ts";

/** A part whose code comes with its first use. */
export interface Lazy<Part> {
  /** The part, once it is here. Rejects when its code cannot be had. */
  get(): Promise<Part>;
  /** Runs `action` once the part is here; in the order of the calls. */
  use(action: (part: Part) => void): void;
  /** The same, where the part was asked for before. */
  ifUsed(action: (part: Part) => void): void;
}

/**
 * @param load imports the code; when that fails it is retried, with backoff. Browsers remember a module that failed to load
 * (https://github.com/whatwg/html/issues/6768), so retries add a query to its URL, which most browsers name in the error.
 */
export function createLazy<Code, Part>(load: () => Promise<Code>, create: (code: Code) => Part): Lazy<Part> {
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
