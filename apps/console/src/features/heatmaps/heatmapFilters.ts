import { CLICK_KINDS, type HeatmapQuery } from "@marquee/contract/schema";
import { type DateRangeName, toOverviewQuery } from "../../shared/address/range.ts";
import { MODES, type Mode } from "./stage/stage.types.ts";

/** Heatmap filters from the URL. */
export const HEATMAP_FILTER_NAMES = [
  "page",
  "shown",
  "with",
  "band",
  "mode",
  "device",
  "country",
  "variation",
  "element",
] as const;
export type HeatmapFilterName = (typeof HEATMAP_FILTER_NAMES)[number];
export type HeatmapFilters = Record<HeatmapFilterName, string>;
export type ChangeFilters = (change: Partial<HeatmapFilters>) => void;

export const NO_NARROWING = { shown: "", device: "", country: "", variation: "", band: "" };

/** @returns the mode that an address names; what names none is the first. */
export function readMode(value: string): Mode {
  return MODES.find((mode) => mode === value) ?? MODES[0];
}

/** The question that the address asks. @param shown which versions; the one compared with is asked by itself. */
export function toHeatmapQuery(range: DateRangeName, filters: HeatmapFilters, shown: string): HeatmapQuery {
  const { from, to } = toOverviewQuery(range, new Date());
  const { page, device, country, variation, band } = filters;
  const mode = readMode(filters.mode);
  const kind = CLICK_KINDS.find((name) => name === mode) ?? "all";
  const given = Object.entries({ shown, device, country, variation }).filter(([, value]) => value !== "");
  return { from, to, page, kind, ...Object.fromEntries(given), ...(band && { band: Number(band) }) };
}
