/**
 * The 75th percentile of a column by the nearest rank: the smallest value that at least three of four values do not exceed, so always
 * one that was measured; null where there is none. Exact: a span has few page views by the measure of the store.
 */
export const percentile75 = (column: string) => `quantileExactWeightedOrNull(0.75)(${column}, 1)`;
