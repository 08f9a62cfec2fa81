import { TREND_STEPS } from "@marquee/contract/schema";

export const IS_WITHIN = "timestamp >= fromUnixTimestamp64Milli({from:Int64})";

/** Which of the span's equal parts an event lies in, as a row of zeros with a one. Summed for each part, it is the trend. */
export const TREND_PART = `arrayMap(part -> toUInt32(part = intDiv(
  (toUnixTimestamp64Milli(timestamp) - {from:Int64}) * ${TREND_STEPS}, {to:Int64} - {from:Int64})), range(${TREND_STEPS}))`;

/**
 * The 75th percentile of a column by the nearest rank: the smallest value that at least three of four values do not exceed, so always
 * one that was measured; null where there is none. Exact: a span has few page views by the measure of the store.
 */
export const percentile75 = (column: string) => `quantileExactWeightedOrNull(0.75)(${column}, 1)`;
/** A span of time, in milliseconds since the epoch; `to` is not included. */
export interface Span {
  from: number;
  to: number;
}

export function dateRangeParams({ from, to }: Span): Record<string, unknown> {
  return { from, to };
}

/**
 * A list of texts as a parameter: it travels as JSON, because quotes within an `Array(String)` do not survive the embedded engine's binding.
 * Write it as `visitor_id IN ${textList("ids")}` and bind `textListParam(ids)`.
 */
export function textList(name: string): string {
  return `JSONExtract({${name}:String}, 'Array(String)')`;
}

export function textListParam(texts: readonly string[]): string {
  return JSON.stringify(texts);
}
