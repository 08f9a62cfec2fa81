import type { UsualRange } from "@marquee/contract/schema";

/** Makes the median absolute deviation of normally distributed values comparable with a standard deviation. */
export const NORMAL_CONSISTENCY = 1.4826;

/** Widths of a usual range, in standard deviations: of the earlier counts, and of a Poisson distribution, because counts vary by chance at least as much. */
const WIDTHS = {
  /** About one in 400 counts is outside. */
  whole: { deviations: 3, chance: 2.5 },
  /** A site has many parts, so that one of them is outside a narrower range nearly always. */
  part: { deviations: 4, chance: 3.5 },
} as const;

/**
 * The range in which a count would be no surprise: the median of earlier counts and some robust standard deviations to both sides, never narrower than chance
 * alone makes it. The square root of a Poisson count has a standard deviation of 1/2, however large the count.
 * @param earlier counts of comparable periods; at least one.
 */
export function usualRange(value: number, earlier: readonly number[], kind: keyof typeof WIDTHS): UsualRange {
  const { deviations, chance } = WIDTHS[kind];
  const median = medianOf(earlier);
  const deviation = medianOf(earlier.map((each) => Math.abs(each - median)));
  const width = deviations * NORMAL_CONSISTENCY * deviation;
  const root = Math.sqrt(median);
  return {
    value,
    median,
    deviation,
    low: Math.ceil(Math.max(0, Math.min(median - width, Math.max(0, root - chance / 2) ** 2))),
    high: Math.floor(Math.max(median + width, (root + chance / 2) ** 2)),
  };
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[Math.floor(index)] ?? 0;
  return (at(middle - 0.5) + at(middle)) / 2;
}
