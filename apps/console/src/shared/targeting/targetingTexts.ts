import type { FlagRule, TargetingAttribute, TargetingCondition, TargetingOperator } from "@marquee/contract";

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

const COUNTRY = /^[A-Z]{2}$/i;

interface GivenValues {
  attribute: TargetingAttribute;
  values: readonly string[];
}

/** A value as visitors have it: country codes are in capitals. */
export function normalizeValue(attribute: TargetingAttribute, value: string): string {
  return attribute === "country" ? value.toUpperCase() : value;
}

/** What is wrong with the values of one condition, for their field; empty for nothing, and while there are none. */
export function valuesProblem({ attribute, values }: GivenValues): string {
  if (attribute !== "country") return "";
  const wrong = values.find((value) => !COUNTRY.test(value));
  return wrong === undefined ? "" : `“${wrong}” is not a country code. Use two letters, such as NO.`;
}

/** What is wrong with conditions, as a sentence that begins with whose they are; empty for nothing. */
export function targetingProblem(targeting: readonly TargetingCondition[], whose: string): string {
  if (targeting.some(({ values }) => values.length === 0)) return `${whose} has a condition with no values.`;
  const problem = targeting.map(valuesProblem).find(Boolean);
  return problem ? `${whose}: ${problem}` : "";
}

/** The first thing wrong with the conditions of a flag's rules; empty for nothing. */
export function rulesProblem(rules: readonly Pick<FlagRule, "targeting">[]): string {
  return (
    rules.map(({ targeting }, index) => targetingProblem(targeting, `Rule ${index + 1}`)).find(Boolean) ?? ""
  );
}
