import { CURRENCY, type ExperimentDefinition, formatCount, type Metric } from "@marquee/contract";
import type { IntervalEnds, ResultsResponse } from "@marquee/contract/schema";
import { variationName } from "../../experimentTexts.ts";

const list = new Intl.ListFormat("en-US");

const rate = new Intl.NumberFormat("en", {
  style: "percent",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const average = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const money = new Intl.NumberFormat("en", { style: "currency", currency: CURRENCY });
const change = new Intl.NumberFormat("en", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumFractionDigits: 1,
});
/** For changes that {@link change} would round to 0%. */
const smallChange = new Intl.NumberFormat("en", {
  style: "percent",
  signDisplay: "exceptZero",
  maximumSignificantDigits: 1,
});
const points = new Intl.NumberFormat("en", {
  signDisplay: "exceptZero",
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});
const chance = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const loss = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 2 });

/** Significance level. Displayed p-values never round to the other side of it. */
const ALPHA = 0.05;

/** Placeholder for a value that is not known yet. */
export const UNKNOWN = "no data yet";

/** A conversion rate in percent, or any other mean as a number. */
export function formatMean({ type, lead }: Pick<Metric, "type" | "lead">, mean: number): string {
  if (type === "conversion") return rate.format(mean);
  return lead === "won_value" ? money.format(mean) : average.format(mean);
}

/** A relative difference from the control: "+12.5%". One that is not zero never reads as zero. */
export function formatLift(lift: number): string {
  return Math.abs(lift) < 0.0005 ? smallChange.format(lift) : change.format(lift);
}

/** An interval of a lift: "+4.1% to +20.3%". */
export function formatInterval([low, high]: IntervalEnds): string {
  return `${formatLift(low)} to ${formatLift(high)}`;
}

/** The absolute difference from the control: percentage points for a conversion rate ("+0.52 points"), a plain number otherwise. */
export function formatDifference({ type }: Pick<Metric, "type">, difference: number): string {
  return type === "conversion" ? `${points.format(difference * 100)} points` : points.format(difference);
}

/** An interval of the absolute difference: "-0.10 to +0.52 points". */
export function formatDifferences(metric: Pick<Metric, "type">, [low, high]: IntervalEnds): string {
  return `${formatDifference(metric, low).replace(" points", "")} to ${formatDifference(metric, high)}`;
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
  return value < 0.001 ? "p < 0.001" : `p = ${rounded(value)}`;
}

/** A p-value with three decimals, or as many as show on which side of {@link ALPHA} it is. */
export function formatPValue(value: number): string {
  return value < 0.001 ? "under 0.001" : rounded(value);
}

function rounded(value: number): string {
  const decimals = [3, 4, 5].find((digits) => value < ALPHA === Number(value.toFixed(digits)) < ALPHA) ?? 6;
  return String(Number(value.toFixed(decimals)));
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
