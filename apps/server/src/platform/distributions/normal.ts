import { findRoot } from "./findRoot.ts";
import { upperGamma } from "./gamma.ts";

/** In standard deviations; the tail beyond is smaller than the smallest positive double. */
const FURTHEST = 40;

/** Density of the standard normal distribution. */
export const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Distribution function of the standard normal distribution (NIST DLMF 7.2.2 with 7.11.2). Accurate in both tails. */
export function normalCdf(z: number): number {
  const tail = upperGamma(0.5, (z * z) / 2) / 2;
  return z < 0 ? tail : 1 - tail;
}

/** The `z` that a standard normal variable exceeds with the given `probability`, for 0 < probability < 1. */
export function normalUpperQuantile(probability: number): number {
  return -findRoot({ of: normalCdf, target: probability, low: -FURTHEST, high: FURTHEST });
}
