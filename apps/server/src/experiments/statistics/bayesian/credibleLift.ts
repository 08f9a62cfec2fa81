import { findRoot } from "../distributions/findRoot.ts";
import type { Interval } from "../relativeLift.ts";
import { integrate, integrateInParts } from "./integrate.ts";
import type { Posterior } from "./posterior.ts";

/** Share of belief in a baseline of 0 or less from which on there is no talking of a share of it. */
const MOST_BELOW_ZERO = 0.001;

/**
 * Median and equal-tailed interval of (challenger / baseline) − 1 that holds `credibility` (such as 0.95) of the belief:
 * P(ratio ≤ r) = ∫ f(baseline) F(r · baseline), solved for r. `null` where the baseline may be 0 or less.
 */
export function credibleLift(
  challenger: Posterior,
  baseline: Posterior,
  credibility: number,
): Interval | null {
  if (baseline.cumulative(0) > MOST_BELOW_ZERO) return null;
  const low = Math.max(0, baseline.low);
  const whole = integrate(baseline.density, low, baseline.high);
  const below = (ratio: number) =>
    integrateInParts((x) => baseline.density(x) * challenger.cumulative(ratio * x), {
      low,
      high: baseline.high,
      cuts: [challenger.low / ratio, challenger.high / ratio],
    }) / whole;
  const quantile = (target: number) => {
    let high = 2;
    while (below(high) < target) high *= 2;
    return findRoot({ of: below, target, low: high === 2 ? 0 : high / 2, high, precision: 1e-7 }) - 1;
  };
  const tail = (1 - credibility) / 2;
  return { value: quantile(0.5), low: quantile(tail), high: quantile(1 - tail) };
}
