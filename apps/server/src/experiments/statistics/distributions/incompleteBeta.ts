import { binomialTerm } from "./binomialTerm.ts";
import { continuedFraction } from "./continuedFraction.ts";

interface BetaPoint {
  readonly x: number;
  /** 1 − x, as exact as the caller knows it. */
  readonly complement: number;
  readonly a: number;
  readonly b: number;
}

/** x^a (1 − x)^b / B(a, b), for 0 < x < 1: what the density and the distribution have in common. */
function betaKernel({ x, complement, a, b }: BetaPoint): number {
  return ((a * b) / (a + b)) * binomialTerm({ x: a, y: b, p: x, q: complement });
}

/** I_x(a, b) by the fraction of DLMF 8.17.22, which converges quickly for x < (a + 1) / (a + b + 2). */
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
 * Regularised incomplete beta function I_x(a, b): the distribution function of Beta(a, b), for a, b > 0. A caller
 * that knows 1 − x more exactly than by subtraction passes it as `complement`.
 *
 * NIST Digital Library of Mathematical Functions, eq. 8.17.22 (continued fraction) and 8.17.4 (reflection).
 */
export function incompleteBeta(x: number, a: number, b: number, complement = 1 - x): number {
  if (x <= 0) return 0;
  if (complement <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - byFraction({ x: complement, complement: x, a: b, b: a });
  return byFraction({ x, complement, a, b });
}

/** Density of Beta(a, b) at `x`, 0 outside of 0 < x < 1. */
export function betaDensity(x: number, a: number, b: number): number {
  const complement = 1 - x;
  return x <= 0 || complement <= 0 ? 0 : betaKernel({ x, complement, a, b }) / (x * complement);
}
