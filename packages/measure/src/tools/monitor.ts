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
      reportFailure(error);
      return undefined;
    }
  };
}

/** For promises that nobody waits for. */
export function reportFailure(error: unknown): void {
  console.warn("[measure]", error);
}
