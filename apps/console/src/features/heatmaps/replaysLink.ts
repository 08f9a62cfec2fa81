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
 * Where sessions that used a page are watched, of the people that the screen is narrowed to, and only impatient ones if such clicks are shown.
 * Of single elements, versions of the page and windows the list of replays knows nothing, so the label promises none.
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
