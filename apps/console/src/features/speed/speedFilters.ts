import type { SpeedFilter } from "@marquee/contract/schema";

export const SPEED_FILTER_NAMES = ["device", "country", "variation"] as const;
export type SpeedFilterName = (typeof SPEED_FILTER_NAMES)[number];
export type SpeedFilters = Record<SpeedFilterName, string>;

/** The URL's filters as query parameters, without empty ones. */
export function toSpeedFilter(values: SpeedFilters): SpeedFilter {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
