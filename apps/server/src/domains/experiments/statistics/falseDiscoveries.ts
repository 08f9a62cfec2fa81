interface Discoveries {
  /** In the order of the p-values; to be compared with alpha. */
  adjusted: number[];
  /** What the alpha of each interval is divided by: an interval excludes 0 exactly if its adjusted p-value is below alpha. */
  comparisons: number;
}

/**
 * The procedure of Benjamini and Hochberg: of the differences that it reports, at most the share alpha is by chance, on average. Intervals have the level 1 −
 * R · alpha / m, for R reports among m tests (Benjamini, Yekutieli), so that they agree with it. Both hold at any look if the p-values do.
 *
 * Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate", Journal of the Royal Statistical Society B 57 (1995); Y. Benjamini, D. Yekutieli, "False
 * Discovery Rate–Adjusted Multiple Confidence Intervals", Journal of the American Statistical Association 100 (2005).
 */
export function falseDiscoveries(pValues: readonly number[], alpha: number): Discoveries {
  const size = pValues.length;
  const descending = pValues
    .map((pValue, index) => ({ pValue, index }))
    .sort((one, other) => other.pValue - one.pValue);
  const adjusted = pValues.map(() => 1);
  let least = 1;
  for (const [place, { pValue, index }] of descending.entries()) {
    least = Math.min(least, (pValue * size) / (size - place));
    adjusted[index] = least;
  }
  const reported = adjusted.filter((pValue) => pValue < alpha).length;
  return { adjusted, comparisons: size / Math.max(1, reported) };
}
