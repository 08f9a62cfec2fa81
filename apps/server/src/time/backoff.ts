import type { Milliseconds } from "@marquee/contract";

interface Backoff {
  /** After the first failure. */
  base: Milliseconds;
  longest: Milliseconds;
}

/**
 * How long to wait before the next attempt: twice as long each time, and the second half of it at random, so that what failed together is
 * not repeated together.
 * @param failures in a row, 1 or more. @param random from 0 to 1.
 */
export function backoffDelay(
  failures: number,
  { base, longest }: Backoff,
  random = Math.random(),
): Milliseconds {
  const full = Math.min(base * 2 ** (failures - 1), longest);
  return Math.round(full / 2 + (full / 2) * random);
}
