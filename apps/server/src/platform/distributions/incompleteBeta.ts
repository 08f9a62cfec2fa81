import { continuedFraction } from "./continuedFraction.ts";
import { logGamma } from "./gamma.ts";

/** Below this, Stirling's series is not accurate to double precision. */
const SERIES_FROM = 16;

/** More than enough: each term of the deviance's series adds two digits. */
const MAX_TERMS = 100;

interface BinomialTerm {
  readonly x: number;
  readonly y: number;
  readonly p: number;
  readonly q: number;
}

interface BetaPoint {
  readonly x: number;
  /** 1 − x, as precisely as the caller knows it. */
  readonly complement: number;
  readonly a: number;
  readonly b: number;
}

/** x^a (1 − x)^b / B(a, b), for 0 < x < 1: the common factor of density and distribution function. */
function betaKernel({ x, complement, a, b }: BetaPoint): number {
  return ((a * b) / (a + b)) * binomialTerm({ x: a, y: b, p: x, q: complement });
}

/** I_x(a, b) by the continued fraction of DLMF 8.17.22, which converges quickly for x < (a + 1) / (a + b + 2). */
function byFraction(point: BetaPoint): number {
  const { x, a, b } = point;
  const partOf = (step: number) => {
    const m = Math.floor(step / 2);
    const spread = (a + step - 1) * (a + step);
    const part = step % 2 ? -((a + m) * (a + b + m) * x) / spread : (m * (b - m) * x) / spread;
    return [part, 1] as const;
  };
  return betaKernel(point) / (a * continuedFraction(1, partOf));
}

/**
 * Regularized incomplete beta function I_x(a, b): the distribution function of Beta(a, b), for a, b > 0. Pass `complement` if 1 − x is
 * known more precisely than subtraction gives it.
 *
 * NIST Digital Library of Mathematical Functions, eq. 8.17.22 (continued fraction) and 8.17.4 (reflection).
 */
export function incompleteBeta(x: number, a: number, b: number, complement = 1 - x): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - byFraction({ x: complement, complement: x, a: b, b: a });
  return byFraction({ x, complement, a, b });
}

/** Density of Beta(a, b) at `x`; 0 outside 0 < x < 1. */
export function betaDensity(x: number, a: number, b: number): number {
  const complement = 1 - x;
  return x <= 0 || complement <= 0 ? 0 : betaKernel({ x, complement, a, b }) / (x * complement);
}

/** Error of Stirling's formula for log(n!): Loader's δ(n), for n > 0. */
function stirlingError(n: number): number {
  if (n < SERIES_FROM) {
    return logGamma(n + 1) - (n + 0.5) * Math.log(n) + n - 0.5 * Math.log(2 * Math.PI);
  }
  const square = n * n;
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - 1 / 1188 / square) / square) / square) / square) / n;
}

/** Loader's deviance term x log(x / expected) + expected − x, without cancellation if `x` and `expected` are close. */
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
 * p^x q^y (x + y)! / (x! y!) for real x, y > 0 and p + q = 1. Accurate also for x and y in the millions. Takes both probabilities,
 * because 1 − p loses the digits of a small q.
 *
 * C. Loader, "Fast and accurate computation of binomial probabilities" (2000), the saddle-point expansion.
 */
function binomialTerm({ x, y, p, q }: BinomialTerm): number {
  const n = x + y;
  const error = stirlingError(n) - stirlingError(x) - stirlingError(y);
  const exponent = error - deviance(x, n * p) - deviance(y, n * q);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * x * y));
}
