import { EXPOSURE_EVENT, VITALS, type Vital, WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedFilter } from "@marquee/contract/schema";
import { type Span, spanParams } from "../span.ts";

/** People who are not recognised customers, within a span. Needs the parameters of {@link spanParams}. */
export const OF_PEOPLE = `
  bot = '' AND audience != 'customer'
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** Longer took no page that somebody waited for; anybody may send anything. */
const LARGEST = 600_000;

/** Visitors who saw a variation within the span. */
const SAW_VARIATION = `
  SELECT visitor_id FROM events
  WHERE type = 'track' AND event = '${EXPOSURE_EVENT}' AND ${OF_PEOPLE}
    AND JSONExtractString(properties, 'experiment_id') = {experiment:String}
    AND JSONExtractString(properties, 'variation_id') = {variation:String}`;

const CONDITIONS: Record<keyof SpeedFilter, string> = {
  device: "device = {device:String}",
  country: "country = upper({country:String})",
  variation: `visitor_id IN (${SAW_VARIATION})`,
};

/**
 * Page views that told how fast they were, each once: `timestamp`, `path`, one column for each vital, null where it was not measured, and
 * `<vital>Target`. Needs the parameters of {@link pageVitalsParams}.
 */
export function pageVitals(filter: SpeedFilter): string {
  const names = Object.keys(CONDITIONS) as (keyof SpeedFilter)[];
  const conditions = names.filter((name) => filter[name] !== undefined).map((name) => CONDITIONS[name]);
  return `(
    SELECT timestamp, path, ${VITALS.map(columnsOf).join(", ")}
    FROM events_unique
    WHERE ${["type = 'track'", `event = '${WEB_VITALS_EVENT}'`, OF_PEOPLE, ...conditions].join(" AND ")}
  )`;
}

export function pageVitalsParams(span: Span, { variation, ...texts }: SpeedFilter): Record<string, unknown> {
  const [experiment = "", name = ""] = variation?.split("/") ?? [];
  return { ...spanParams(span), ...texts, ...(variation && { experiment, variation: name }) };
}

/**
 * The 75th percentile of a vital, by which page speed is judged (https://web.dev/articles/vitals), between the two nearest values where it lies
 * between them; null where nothing was measured. Exact: a span has few page views by the measure of the store.
 */
export const p75Of = (vital: Vital) => `quantileExactInclusiveOrNull(0.75)(${vital})`;

/** All of them, each under its own name after `p75_`. */
export const ALL_P75 = VITALS.map((vital) => `${p75Of(vital)} AS p75_${vital}`).join(", ");

function columnsOf(vital: Vital): string {
  const value = `JSONExtractFloat(properties, '${vital}')`;
  const isNumber = `toString(JSONType(properties, '${vital}')) IN ('Int64', 'UInt64', 'Double')`;
  return `if(${isNumber} AND ${value} >= 0 AND ${value} < ${LARGEST}, ${value}, NULL) AS ${vital},
          JSONExtractString(properties, '${vital}Target') AS ${vital}Target`;
}
