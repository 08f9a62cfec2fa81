/**
 * Wraps a function so that nothing of ours ever throws into the page; what goes wrong is said in the console.
 * The returned function answers undefined instead.
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

/** {@link monitor} around every function of an object. */
export function monitorAll<Api extends { [Name in keyof Api]: (...args: never[]) => unknown }>(
  api: Api,
): Api {
  const entries = Object.entries<(...args: never[]) => unknown>(api);
  return Object.fromEntries(entries.map(([name, run]) => [name, monitor(run)])) as Api;
}

/** For promises that nobody waits for. */
export function reportInternalError(error: unknown): void {
  console.warn("[measure]", error);
}
