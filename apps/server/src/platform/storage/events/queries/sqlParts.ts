import { TREND_STEPS } from "@marquee/contract/schema";

/** Only the start of a date range; the end is checked elsewhere. */
export const IS_WITHIN = "timestamp >= fromUnixTimestamp64Milli({from:Int64})";

/** The part of the date range that an event is in, as an array of zeros with a single one. The sum per element is the trend. */
export const TREND_PART = `arrayMap(part -> toUInt32(part = intDiv(
  (toUnixTimestamp64Milli(timestamp) - {from:Int64}) * ${TREND_STEPS}, {to:Int64} - {from:Int64})), range(${TREND_STEPS}))`;

/**
 * The 75th percentile of a column by nearest rank: the smallest value that at least three of four values do not exceed, so always a
 * measured one; null without values. Exact, because a date range has few page views by the store's standards.
 */
export const percentile75 = (column: string) => `quantileExactWeightedOrNull(0.75)(${column}, 1)`;

/**
 * `startOfHour` of the contract in SQL, in seconds since the epoch. The store's own function counts hours from midnight, which is wrong where clocks change by
 * half an hour.
 * @param column an expression of a time. @param tz an expression of a time zone.
 */
export function startOfHour(column: string, tz: string): string {
  const minutesAt = (time: string) => `toMinute(toTimeZone(${time}, ${tz}))`;
  const seconds = `toInt64(toUnixTimestamp(${column}))`;
  const whole = `(${seconds} - 60 * ${minutesAt(column)} - ${seconds} % 60)`;
  const rest = minutesAt(`toDateTime(${whole})`);
  return `(${whole} + if(${rest} = 0, 0, 60 * (60 - ${rest})))`;
}

/**
 * The host of a URL with its port, like `host` of events. The store's own `netloc` mistakes text after an `@` in a query for it, and keeps the path before a
 * fragment.
 * @param column an expression of an absolute address.
 */
export const hostOf = (column: string) => `lower(extract(${column}, '^[^:/?#]+://(?:[^/?#@]*@)?([^/?#]*)'))`;

/** A date range, in milliseconds since the epoch; `to` is exclusive. */
export interface Span {
  from: number;
  to: number;
}

export function dateRangeParams({ from, to }: Span): Record<string, unknown> {
  return { from, to };
}

/**
 * A list of strings as a parameter. It is passed as JSON, because the embedded engine's binding corrupts quotes in an `Array(String)`.
 * Write it as `visitor_id IN ${textList("ids")}` and bind `textListParam(ids)`.
 */
export function textList(name: string): string {
  return `JSONExtract({${name}:String}, 'Array(String)')`;
}

export function textListParam(texts: readonly string[]): string {
  return JSON.stringify(texts);
}

/** The size of a statement is limited, and clients can send any number of IDs of up to 1024 characters. */
const MAX_TEXTS = 5000;
const MAX_LIST_BYTES = 500_000;

/** Splits texts into lists that fit into a statement. */
export function splitTexts(texts: readonly string[]): string[][] {
  const parts: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const size = Buffer.byteLength(text);
    const part = parts.at(-1);
    if (part && part.length < MAX_TEXTS && bytes + size <= MAX_LIST_BYTES) {
      part.push(text);
      bytes += size;
    } else {
      parts.push([text]);
      bytes = size;
    }
  }
  return parts;
}
