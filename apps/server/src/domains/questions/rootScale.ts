/** Makes the median absolute deviation of normally distributed values comparable with a standard deviation. */
const NORMAL_CONSISTENCY = 1.4826;
/**
 * On the scale of square roots, a Poisson count has a standard deviation of 1/2; the value it is compared with also
 * varies.
 */
const CHANCE = 0.55;

/** Square root of a count, of which chance varies about equally whatever the count's size (Anscombe 1948). */
export const rootOf = (count: number) => Math.sqrt(count + 3 / 8);

/** The count of a square root, at least 0. */
export const countOf = (root: number) => Math.max(0, Math.max(0, root) ** 2 - 3 / 8);

/**
 * The variation of counts beyond their season, as a robust standard deviation on the square-root scale, and at least that of chance. Where days
 * vary independently of each other, it is the same for counts of hours, days and weeks.
 * @param deviations square roots of counts minus square roots of expected counts; at least one.
 */
export function deviationOf(deviations: readonly number[]): number {
  const middle = medianOf(deviations);
  return Math.max(CHANCE, NORMAL_CONSISTENCY * medianOf(deviations.map((each) => Math.abs(each - middle))));
}

export function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const at = (index: number) => sorted[Math.floor(index)] ?? 0;
  return (at(middle - 0.5) + at(middle)) / 2;
}
