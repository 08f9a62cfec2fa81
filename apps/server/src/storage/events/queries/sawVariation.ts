import { EXPOSURE_EVENT } from "@marquee/contract";

/** Events in a date range, without bots and known customers. Needs the parameters of `dateRangeParams`. */
export const OF_PEOPLE = `
  bot = '' AND audience != 'customer'
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** Visitors who saw a variation in the date range. Needs the parameters of {@link variationParams} and those of the date range. */
export const SAW_VARIATION = `
  SELECT visitor_id FROM events
  WHERE type = 'track' AND event = '${EXPOSURE_EVENT}' AND ${OF_PEOPLE}
    AND JSONExtractString(properties, 'experiment_id') = {experiment:String}
    AND JSONExtractString(properties, 'variation_id') = {variation:String}`;

/** Parameters of {@link SAW_VARIATION}, besides those of the date range. @param variation `<experiment>/<variation>`. */
export function variationParams(variation: string | undefined): Record<string, string> {
  if (variation === undefined) return {};
  const [experiment = "", name = ""] = variation.split("/");
  return { experiment, variation: name };
}
