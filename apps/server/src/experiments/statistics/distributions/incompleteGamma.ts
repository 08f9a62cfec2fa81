import { continuedFraction } from "./continuedFraction.ts";
import { logGamma } from "./logGamma.ts";

/** x^a e^(−x) / Γ(a). */
const gammaKernel = (a: number, x: number): number => Math.exp(a * Math.log(x) - x - logGamma(a));

/** P(a, x) by the series of DLMF 8.11.4, quick for x < a + 1. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = a + 1; term > sum * 1e-17; n += 1) {
    term *= x / n;
    sum += term;
  }
  return sum * gammaKernel(a, x);
}

/** Q(a, x) by the fraction of DLMF 8.9.2 in its even form, quick for x ≥ a + 1. */
function upperFraction(a: number, x: number): number {
  const first = x + 1 - a;
  return gammaKernel(a, x) / continuedFraction(first, (step) => [step * (a - step), first + 2 * step]);
}

/**
 * Upper regularised incomplete gamma function Q(a, x), for a > 0 and x ≥ 0; exact in its tail.
 *
 * NIST Digital Library of Mathematical Functions, eq. 8.11.4 and 8.9.2.
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x);
}
