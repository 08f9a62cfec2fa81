import { type Milliseconds, ONE_MINUTE } from "@marquee/contract";

/** Attempts at one delivery; the tenth comes some eight hours after the first. */
export const MAX_ATTEMPTS = 10;
const BASE: Milliseconds = ONE_MINUTE;
const FACTOR = 2;

/**
 * How long to wait after a failed attempt: twice as long each time, the last half of it by chance, so that many deliveries
 * that failed together do not come back together.
 * @param attempts how many there were, 1 or more. @param random from 0 to 1.
 */
export function retryDelay(attempts: number, random: number): Milliseconds {
  const full = BASE * FACTOR ** (attempts - 1);
  return Math.round(full / 2 + (full / 2) * random);
}
