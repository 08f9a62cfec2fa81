import type { TargetingCondition, TargetingOperator } from "@marquee/contract";

export const OPERATOR_NAMES: Record<TargetingOperator, string> = {
  in: "is one of",
  "not-in": "is not one of",
  contains: "contains one of",
};

export const ATTRIBUTE_NAMES: Record<TargetingCondition["attribute"], string> = {
  id: "visitor ID",
  country: "country",
  locale: "language",
  device: "device",
  audience: "audience",
  utm_source: "utm_source",
  utm_medium: "utm_medium",
  utm_campaign: "utm_campaign",
};

/** A share of visitors and what must be so of them: "20% of visitors whose country is one of NO, SE". */
export function targetingSummary(targeting: readonly TargetingCondition[], coverage: number): string {
  const share = coverage < 1 ? `${formatCoverage(coverage)} of visitors` : "every visitor";
  const whose = targeting.map(clauseText).join(" and ");
  return whose ? `${share} whose ${whose}` : share;
}

/** A share as percent with at most one decimal. */
function formatCoverage(coverage: number): string {
  return `${Math.round(coverage * 1000) / 10}%`;
}

function clauseText({ attribute, operator, values }: TargetingCondition): string {
  return `${ATTRIBUTE_NAMES[attribute]} ${OPERATOR_NAMES[operator]} ${values.join(", ") || "(empty)"}`;
}
