import type { ExperimentDefinition, Metric } from "@marquee/contract";
import type { CredibleInterval, ResultsResponse } from "@marquee/contract/schema";
import { formatCount } from "../../../../shared/format/format.ts";
import { variationName } from "../../experimentTexts.ts";

const list = new Intl.ListFormat("en-US");

const rate = new Intl.NumberFormat("en", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const average = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const change = new Intl.NumberFormat("en", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 1,
});
const points = new Intl.NumberFormat("en", {
  signDisplay: "exceptZero",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const chance = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const loss = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });
const pValue = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** Placeholder for a value that is not known yet. */
export const UNKNOWN = "no data yet";

/** A conversion rate in percent, or any other mean as a number. */
export function formatMean({ type }: Pick<Metric, "type">, mean: number): string {
  return type === "conversion" ? rate.format(mean) : average.format(mean);
}

/** A relative difference from the control: "+12.5%". */
export function formatLift(lift: number): string {
  return change.format(lift);
}

/** An interval of a lift: "+4.1% to +20.3%". */
export function formatInterval([low, high]: CredibleInterval): string {
  return `${change.format(low)} to ${change.format(high)}`;
}

/** The absolute difference from the control: percentage points for a conversion rate ("+0.52 points"), a plain number otherwise. */
export function formatDifference({ type }: Pick<Metric, "type">, difference: number): string {
  return type === "conversion" ? `${points.format(difference * 100)} points` : points.format(difference);
}

/** A probability in percent, never shown as certain. */
export function formatChance(share: number): string {
  if (share > 0.999) return "over 99.9%";
  return share < 0.001 ? "under 0.1%" : chance.format(share);
}

/** Expected loss relative to the control, in percent. */
export function formatLoss(share: number): string {
  if (share === 0) return loss.format(0);
  return share < 0.0001 ? "under 0.01%" : loss.format(share);
}

/** A p-value in a sentence: "p = 0.042". */
export function pText(value: number): string {
  return value < 0.001 ? "p < 0.001" : `p = ${pValue.format(value)}`;
}

/** A p-value with up to three decimals. */
export function formatPValue(value: number): string {
  return value < 0.001 ? "under 0.001" : pValue.format(value);
}

/**
 * The visitor split in a sentence: "3, 3, and 4 visitors: split as the weights specify." The plan is mentioned
 * only on a mismatch.
 */
export function sampleRatioText(
  { isMismatch, pValue, variations }: ResultsResponse["sampleRatio"],
  names: Pick<ExperimentDefinition, "variations">,
): string {
  if (!isMismatch) {
    const counts = list.format(variations.map(({ users }) => formatCount(users)));
    return `${counts} visitors: split as the weights specify.`;
  }
  const sizes = variations.map(
    ({ variation, users, expected }) =>
      `${variationName(names, variation)} ${formatCount(users)} of ${formatCount(Math.round(expected))} planned`,
  );
  return `Sample ratio mismatch: ${sizes.join(", ")}${pValue === null ? "" : ` (${pText(pValue)})`}.`;
}
