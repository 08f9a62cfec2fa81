import type { Milliseconds } from "@marquee/contract";

interface Backoff {
  /** Longest delay after the first failure. */
  base: Milliseconds;
  longest: Milliseconds;
}

/**
 * The delay before the next attempt, in milliseconds. It doubles with each failure up to `longest`; half of it is fixed and half is random,
 * so that requests that failed together do not retry together.
 * @param failures consecutive failures, 1 or more. @param random from 0 to 1.
 */
export function backoffDelay(
  failures: number,
  { base, longest }: Backoff,
  random = Math.random(),
): Milliseconds {
  const full = Math.min(base * 2 ** (failures - 1), longest);
  return Math.round(full / 2 + (full / 2) * random);
}
