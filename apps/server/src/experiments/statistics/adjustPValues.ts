/**
 * Adjusted p-values, in the given order: rejecting all those up to q keeps the false discovery rate at q or below.
 *
 * Y. Benjamini, Y. Hochberg, "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple
 * Testing", Journal of the Royal Statistical Society B 57 (1995), eq. 1, as adjusted p-values (R: `p.adjust(…, "BH")`).
 */
export function adjustPValues(pValues: readonly number[]): readonly number[] {
  const fromLargest = pValues.map((pValue, index) => ({ pValue, index })).sort((a, b) => b.pValue - a.pValue);
  const adjusted = pValues.slice();
  let least = 1;
  fromLargest.forEach(({ pValue, index }, place) => {
    least = Math.min(least, pValue * (pValues.length / (pValues.length - place)));
    adjusted[index] = least;
  });
  return adjusted;
}
