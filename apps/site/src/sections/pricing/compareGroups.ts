import {
  ADD_ON_IDS,
  ADD_ONS,
  BILLING_PERIODS,
  displayPerMonth,
  includesFeature,
  type Locale,
  PLAN_FEATURES,
  PLAN_TIERS,
  PLANS,
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
export function compareGroups(copy: PricingCopy, locale: Locale): CompareGroup[] {
  const { groups } = copy.compare;
  return [
    { id: "price", title: groups.price, rows: priceRows(copy, locale) },
    ...PLAN_TIERS.map((tier) => ({ id: tier, title: groups[tier], rows: featureRows(tier, copy) })),
    { id: "addOns", title: groups.addOns, rows: addOnRows(copy, locale) },
  ];
}

function priceRows(copy: PricingCopy, locale: Locale): CompareRow[] {
  return BILLING_PERIODS.map((period) => ({
    id: period,
    label: copy.compare[`${period}Price`],
    cells: cellsOf((tier) => displayPerMonth(PLANS[tier].pricing[period], locale) ?? copy.price.quote),
  }));
}

function featureRows(from: PlanTier, copy: PricingCopy): CompareRow[] {
  return PLAN_FEATURES[from].map((feature) => ({
    id: feature,
    label: copy.features[feature],
    detail: featureDetail(feature, copy),
    cells: cellsOf((tier) => includesFeature(tier, feature)),
  }));
}

/** Details of Unlimited's features come from that plan's section; the others are written for this table. */
function featureDetail(feature: PlanFeature, copy: PricingCopy): string {
  const details: Record<PlanFeature, string> = { ...copy.unlimited.details, ...copy.compare.details };
  return details[feature];
}

function addOnRows(copy: PricingCopy, locale: Locale): CompareRow[] {
  return ADD_ON_IDS.map((id) => ({
    id,
    label: copy.addOns.items[id].name,
    detail: copy.addOns.items[id].description,
    cells: cellsOf(
      (tier) => ADD_ONS[id].eligiblePlans.includes(tier) && (displayPerMonth(ADD_ONS[id], locale) ?? false),
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
