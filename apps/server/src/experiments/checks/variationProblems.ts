import type { Variation } from "@marquee/contract";
import { repeated } from "./repeated.ts";

/** Shares as a person types them add up to 1 only nearly: three thirds are 0.999. */
const TOLERANCE = 0.001;

/** What is wrong with keys and weights. */
export function variationProblems(variations: readonly Variation[]): string[] {
  const sum = variations.reduce((total, { weight }) => total + weight, 0);
  const isOff = Math.abs(sum - 1) > TOLERANCE + Number.EPSILON * variations.length;
  return [
    ...repeated(variations.map(({ key }) => key)).map(
      (key) => `variations: ${key} is the key of two variations; each needs its own.`,
    ),
    ...(isOff ? [`variations: The weights make ${Number(sum.toFixed(4))} together; they must make 1.`] : []),
  ];
}
