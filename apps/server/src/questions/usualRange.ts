import type { UsualRange } from "@marquee/contract/schema";

/** Makes the median absolute deviation of normally distributed values comparable with a standard deviation. */
const NORMAL_CONSISTENCY = 1.4826;
/** Width of the usual range. About one in 400 normally distributed values is outside. */
const DEVIATIONS = 3;
/** Counts vary by chance at least as much as a Poisson distribution. */
const POISSON_DEVIATIONS = 2.5;
/** Smaller differences are not worth a sentence. */
const LEAST_DIFFERENCE = 3;

/**
 * The range in which a count would be no surprise: the median of earlier counts, three robust standard deviations to both sides, but never narrower than chance
 * alone makes it.
 * @param earlier counts of comparable periods; at least one.
 */
export function usualRange(value: number, earlier: readonly number[]): UsualRange {
  const median = medianOf(earlier);
  const deviation = medianOf(earlier.map((each) => Math.abs(each - median)));
  const width = Math.max(
    DEVIATIONS * NORMAL_CONSISTENCY * deviation,
    POISSON_DEVIATIONS * Math.sqrt(median),
    LEAST_DIFFERENCE,
  );
  return {
    value,
    median,
    deviation,
    low: Math.max(0, Math.ceil(median - width)),
    high: Math.floor(median + width),
  };
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[Math.floor(index)] ?? 0;
  return (at(middle - 0.5) + at(middle)) / 2;
}
