import {
  ADD_ON_IDS,
  BILLING_PERIODS,
  type Catalog,
  displayPerMonth,
  includesFeature,
  type Locale,
  PLAN_TIERS,
  type PlanFeature,
  type PlanTier,
} from "@marquee/contract";
import type { PricingCopy } from "../../copy/copy.ts";

/** A text, or whether the plan includes the feature. */
export type CompareCell = string | boolean;

export interface CompareRow {
  id: string;
  label: string;
  /** One-sentence explanation of the label. */
  detail?: string;
  cells: Record<PlanTier, CompareCell>;
}

export interface CompareGroup {
  id: string;
  title: string;
  rows: CompareRow[];
}

/** Row groups of the comparison table, from the catalog: prices, features by plan, add-ons. */
export function compareGroups(catalog: Catalog, copy: PricingCopy, locale: Locale): CompareGroup[] {
  const { groups } = copy.compare;
  return [
    { id: "price", title: groups.price, rows: priceRows(catalog, copy, locale) },
    ...PLAN_TIERS.map((tier) => ({ id: tier, title: groups[tier], rows: featureRows(catalog, tier, copy) })),
    { id: "addOns", title: groups.addOns, rows: addOnRows(catalog, copy, locale) },
  ];
}

function priceRows({ plans }: Catalog, copy: PricingCopy, locale: Locale): CompareRow[] {
  return BILLING_PERIODS.map((period) => ({
    id: period,
    label: copy.compare[`${period}Price`],
    cells: cellsOf((tier) => displayPerMonth(plans[tier].pricing[period], locale) ?? copy.price.quote),
  }));
}

function featureRows(catalog: Catalog, from: PlanTier, copy: PricingCopy): CompareRow[] {
  return catalog.plans[from].features.map((feature) => ({
    id: feature,
    label: copy.features[feature],
    detail: featureDetail(feature, copy),
    cells: cellsOf((tier) => includesFeature(catalog, tier, feature)),
  }));
}

/** Details of Unlimited's features come from that plan's section; the others are written for this table. */
export function featureDetail(feature: PlanFeature, copy: PricingCopy): string {
  const details: Record<PlanFeature, string> = { ...copy.unlimited.details, ...copy.compare.details };
  return details[feature];
}

function addOnRows({ addOns }: Catalog, copy: PricingCopy, locale: Locale): CompareRow[] {
  return ADD_ON_IDS.map((id) => ({
    id,
    label: copy.addOns.items[id].name,
    detail: copy.addOns.items[id].description,
    cells: cellsOf(
      (tier) => addOns[id].eligiblePlans.includes(tier) && (displayPerMonth(addOns[id], locale) ?? false),
    ),
  }));
}

function cellsOf(cellFor: (tier: PlanTier) => CompareCell): CompareRow["cells"] {
  return {
    free: cellFor("free"),
    unlimited: cellFor("unlimited"),
    business: cellFor("business"),
    enterprise: cellFor("enterprise"),
  };
}
