import { EXPOSURE_EVENT, VITALS, type Vital, WEB_VITALS_EVENT } from "@marquee/contract";
import type { SpeedFilter } from "@marquee/contract/schema";
import { dateRangeParams, percentile75, type Span } from "../sqlParts.ts";

/** Events in a date range, without bots and known customers. Needs the parameters of {@link dateRangeParams}. */
export const OF_PEOPLE = `
  bot = '' AND audience != 'customer'
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** Maximum valid value, 10 minutes in milliseconds. Larger values are not real measurements; clients can send any number. */
export const LARGEST = 600_000;

/** Visitors who saw a variation in the date range. Needs the parameters of {@link variationParams} and {@link dateRangeParams}. */
export const SAW_VARIATION = `
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
 * Page views that reported web vitals, each once, with `timestamp`, `path`, one column per vital (null if not measured) and
 * `<vital>Target`. Needs the parameters of {@link pageVitalsParams}.
 */
export function pageWebVitals(filter: SpeedFilter): string {
  return `(
    SELECT timestamp, path, ${VITALS.map(columnsOf).join(", ")}
    FROM events_unique
    WHERE ${reportedVitals(filter)}
  )`;
}

/** Condition for the events that reported web vitals. Needs the parameters of {@link pageVitalsParams}. */
export function reportedVitals(filter: SpeedFilter): string {
  const names = Object.keys(CONDITIONS) as (keyof SpeedFilter)[];
  const conditions = names.filter((name) => filter[name] !== undefined).map((name) => CONDITIONS[name]);
  return ["type = 'track'", `event = '${WEB_VITALS_EVENT}'`, OF_PEOPLE, ...conditions].join(" AND ");
}

export function pageVitalsParams(span: Span, { variation, ...texts }: SpeedFilter): Record<string, unknown> {
  return { ...dateRangeParams(span), ...texts, ...variationParams(variation) };
}

/** Parameters of {@link SAW_VARIATION}, besides those of the date range. @param variation `<experiment>/<variation>`. */
export function variationParams(variation: string | undefined): Record<string, string> {
  if (variation === undefined) return {};
  const [experiment = "", name = ""] = variation.split("/");
  return { experiment, variation: name };
}

/** The 75th percentile of each vital, which page speed is rated by (https://web.dev/articles/vitals), as `p75_<vital>`. */
export const ALL_P75 = VITALS.map((vital) => `${percentile75(vital)} AS p75_${vital}`).join(", ");

function columnsOf(vital: Vital): string {
  const value = `JSONExtractFloat(properties, '${vital}')`;
  const isNumber = `toString(JSONType(properties, '${vital}')) IN ('Int64', 'UInt64', 'Double')`;
  return `if(${isNumber} AND ${value} >= 0 AND ${value} < ${LARGEST}, ${value}, NULL) AS ${vital},
          JSONExtractString(properties, '${vital}Target') AS ${vital}Target`;
}
