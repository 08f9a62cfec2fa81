import { WEB_VITALS_EVENT } from "@marquee/contract";
import type { RangeName } from "../../shared/address/range.ts";
import { type SpeedFilters, toSpeedFilter } from "./speedFilters.ts";

interface PageOptions {
  range: RangeName;
  path: string;
  filters: SpeedFilters;
}

/** The events that a page's figures are made of: of people, and of those that the screen is narrowed to. */
export function eventsHref({ range, path, filters }: PageOptions): string {
  const made = { range, type: "track", event: WEB_VITALS_EVENT, path, kind: "people", audience: "visitor" };
  return `/events?${new URLSearchParams({ ...made, ...toSpeedFilter(filters) })}`;
}

/** Replays of visits to a page, of those that the screen is narrowed to. */
export function replaysHref({ range, path, filters }: PageOptions): string {
  return `/replays?${new URLSearchParams({ range, page: path, ...toSpeedFilter(filters) })}`;
}
