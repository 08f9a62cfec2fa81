import { logGamma } from "./logGamma.ts";

/** Below this, Stirling's series is not exact to double precision. */
const SERIES_FROM = 16;
/** The deviance's series gains two digits with each term. */
const MAX_TERMS = 100;

interface BinomialTerm {
  readonly x: number;
  readonly y: number;
  readonly p: number;
  readonly q: number;
}

/** How far Stirling's formula is from log(n!): Loader's δ(n), for n > 0. */
function stirlingError(n: number): number {
  if (n < SERIES_FROM) {
    return logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
  }
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

/** Loader's deviance term x log(x / expected) + expected − x, without cancellation where both are near each other. */
function deviance(x: number, expected: number): number {
  const ratio = (x - expected) / (x + expected);
  if (Math.abs(ratio) >= 0.1) return x * Math.log(x / expected) + expected - x;
  let sum = (x - expected) * ratio;
  let power = 2 * x * ratio;
  for (let term = 3; term < MAX_TERMS; term += 2) {
    power *= ratio * ratio;
    const next = sum + power / term;
    if (next === sum) break;
    sum = next;
  }
  return sum;
}

/**
 * p^x q^y (x + y)! / (x! y!) for real x, y > 0 and p + q = 1, exact also where x and y are in the millions. Both
 * probabilities are taken, because 1 − p knows little of a small q.
 *
 * C. Loader, "Fast and accurate computation of binomial probabilities" (2000), the saddle-point expansion.
 */
export function binomialTerm({ x, y, p, q }: BinomialTerm): number {
  const n = x + y;
  const error = stirlingError(n) - stirlingError(x) - stirlingError(y);
  const exponent = error - deviance(x, n * p) - deviance(y, n * q);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x * y));
}
