import { findRoot } from "./findRoot.ts";
import { incompleteBeta } from "./incompleteBeta.ts";

/**
 * Chance that a t variable with `freedom` degrees (any positive number) lies further from 0 than `t`, on either side.
 *
 * M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions" (1964), eq. 26.7.1 with 26.5.27.
 */
export function studentTTwoSided(t: number, freedom: number): number {
  const both = freedom + t * t;
  return incompleteBeta(freedom / both, freedom / 2, 0.5, (t * t) / both);
}

/** The `t` further from 0 than which a t variable lies with chance `alpha`, both sides taken together. */
export function studentTCritical(alpha: number, freedom: number): number {
  const inside = (t: number) => -studentTTwoSided(t, freedom);
  let high = 2;
  while (inside(high) < -alpha) high *= 2;
  return findRoot({ of: inside, target: -alpha, low: 0, high });
}
