import type { Variation } from "@marquee/contract";

/** As far as the server lets shares miss 1: three thirds typed as percent are 0.999. */
const TOLERANCE = 0.001;

/** Everybody the same share. */
export function splitEvenly(variations: readonly Variation[]): Variation[] {
  return variations.map((variation) => ({ ...variation, weight: 1 / variations.length }));
}

/** All shares together, and whether they make 1 closely enough. */
export function sumOfWeights(variations: readonly Variation[]): { sum: number; isWhole: boolean } {
  const sum = variations.reduce((total, { weight }) => total + weight, 0);
  return { sum, isWhole: Math.abs(sum - 1) <= TOLERANCE + Number.EPSILON * variations.length };
}
