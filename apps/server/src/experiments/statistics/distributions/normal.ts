import { findRoot } from "./findRoot.ts";
import { upperGamma } from "./gamma.ts";

/** No double is further out than this many standard deviations, seen from a probability. */
const FURTHEST = 40;

/** Density of the standard normal distribution. */
export const normalDensity = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** Distribution function of the standard normal distribution (NIST DLMF 7.2.2 with 7.11.2), exact in both tails. */
export function normalCdf(z: number): number {
  const tail = upperGamma(0.5, (z * z) / 2) / 2;
  return z < 0 ? tail : 1 - tail;
}

/** The `z` that a standard normal variable exceeds with `probability`, for 0 < probability < 1. */
export function normalUpperQuantile(probability: number): number {
  return -findRoot({ of: normalCdf, target: probability, low: -FURTHEST, high: FURTHEST });
}
