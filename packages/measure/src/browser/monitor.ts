/**
 * Wraps a function so that it never throws into the page. On an error, the wrapper logs to the console and returns undefined.
 */
export function monitor<Args extends unknown[], Result>(
  run: (...args: Args) => Result,
): (...args: Args) => Result | undefined {
  return (...args) => {
    try {
      return run(...args);
    } catch (error) {
      return void reportInternalError(error);
    }
  };
}

/** Applies {@link monitor} to every function of an object. */
export function monitorAll<Api extends { [Name in keyof Api]: (...args: never[]) => unknown }>(
  api: Api,
): Api {
  const entries = Object.entries<(...args: never[]) => unknown>(api);
  return Object.fromEntries(entries.map(([name, run]) => [name, monitor(run)])) as Api;
}

/** Logs an internal error to the console; also the `catch` handler of promises that are not awaited. */
export function reportInternalError(error: unknown): void {
  console.warn("[measure]", error);
}
