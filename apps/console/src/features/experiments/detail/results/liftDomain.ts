import type { VariationFigures } from "@marquee/contract/schema";

/** Nothing can fall by more than all of it, and what may rise fourfold is not known yet. */
const LEAST = -1;
const MOST = 3;
const MARGIN = 0.06;

/** Ends of an axis that holds zero and every interval, as far as they tell something. */
export function liftDomain(
  variations: readonly Pick<VariationFigures, "credible" | "sequential">[],
): [number, number] {
  const ends = variations.flatMap(({ credible, sequential }) => [...(credible ?? []), ...(sequential ?? [])]);
  const low = Math.max(LEAST, Math.min(0, ...ends));
  const high = Math.min(MOST, Math.max(0, ...ends));
  const margin = (high - low || 0.1) * MARGIN;
  return [low - margin, high + margin];
}
