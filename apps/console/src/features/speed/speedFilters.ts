import type { SpeedFilter } from "@marquee/contract/schema";

export const SPEED_FILTER_NAMES = ["device", "country", "variation"] as const;
export type SpeedFilterName = (typeof SPEED_FILTER_NAMES)[number];
export type SpeedFilters = Record<SpeedFilterName, string>;

/** The filters of the address as the server takes them: without the empty ones. */
export function toSpeedFilter(values: SpeedFilters): SpeedFilter {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
}
