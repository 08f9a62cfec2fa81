import type { DateRangeName } from "../../shared/address/range.ts";
import type { HeatmapFilterValues } from "./HeatmapFilters.tsx";
import type { Mode } from "./stage/stage.types.ts";

export interface ReplaysLink {
  href: string;
  label: string;
}

interface ReplaysOptions {
  filters: Pick<HeatmapFilterValues, "page" | "device" | "country" | "variation">;
  range: DateRangeName;
  mode: Mode;
}

/**
 * Link to the replays of sessions that visited the page, with the heatmap's filters; in the rage and dead click heatmaps only sessions with such
 * clicks.
 * The replay list can't filter by element, version or window size, so the label does not mention them.
 */
export function replaysLink({ filters, range, mode }: ReplaysOptions): ReplaysLink {
  const { page, device, country, variation } = filters;
  const frustration = mode === "rage" || mode === "dead" ? mode : "";
  const given = Object.entries({ device, country, variation, frustration }).filter(
    ([, value]) => value !== "",
  );
  return {
    href: `/replays?${new URLSearchParams({ range, page, ...Object.fromEntries(given) })}`,
    label: `Replays of visits to this page${frustration && `, with ${frustration} clicks`}`,
  };
}
