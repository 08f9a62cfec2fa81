import { campaignValue, channelOf, NOT_SET, sourceOf } from "@marquee/contract";
import {
  type AdCost,
  ATTRIBUTION_MODELS,
  type AttributionDimension,
  type AttributionRow,
} from "@marquee/contract/schema";
import type { CostedRow } from "../../shared/cards/attributionTexts.ts";

/** Dimensions that costs can be divided by: files have campaign, source and medium. */
export const COST_DIMENSIONS: readonly AttributionDimension[] = [
  "visit:channel",
  "visit:source",
  "visit:utm_campaign",
];

/** Rows with their costs, and rows that have costs but no credit. Values are named like those of visits with the same parameters. */
export function withCosts(
  rows: readonly AttributionRow[],
  { costs, dimension }: { costs: readonly AdCost[]; dimension: AttributionDimension },
): CostedRow[] {
  const byValue = new Map<string, number>();
  for (const cost of costs) {
    const value = costedValue(cost, dimension);
    byValue.set(value, (byValue.get(value) ?? 0) + cost.cents);
  }
  const credited = new Set(rows.map(({ value }) => value));
  const costOf = (value: string) => {
    const cents = byValue.get(value);
    return cents === undefined ? null : cents / 100;
  };
  const uncredited = [...byValue.keys()].filter((value) => !credited.has(value));
  return [
    ...rows.map((row) => ({ ...row, cost: costOf(row.value) })),
    ...uncredited.map((value) => ({ value, credits: ATTRIBUTION_MODELS.map(() => 0), cost: costOf(value) })),
  ];
}

function costedValue({ source, medium, campaign }: AdCost, dimension: AttributionDimension): string {
  if (dimension === "visit:utm_campaign") return campaignValue(campaign);
  if (source === "" && (medium === "" || dimension === "visit:source")) return NOT_SET;
  const name = sourceOf({ utm: { source, medium, campaign }, referrerHost: "", siteHosts: [] });
  return dimension === "visit:channel" ? channelOf({ source: name, medium, campaign }) : name;
}
