import {
  ATTRIBUTE_CATALOG,
  capitalize,
  type FlagRule,
  isBooleanAttribute,
  type TargetingAttribute,
  type TargetingCondition,
  type TargetingOperator,
} from "@marquee/contract";

export const OPERATOR_NAMES: Record<TargetingOperator, string> = {
  in: "is one of",
  "not-in": "is not one of",
  contains: "contains one of",
};

/** The share and conditions of visitors as a phrase: "20% of visitors whose country is one of NO, SE". */
export function targetingSummary(targeting: readonly TargetingCondition[], coverage: number): string {
  const share = coverage < 1 ? `${formatCoverage(coverage)} of visitors` : "every visitor";
  const whose = targeting.map(clauseText).join(" and ");
  return whose ? `${share} whose ${whose}` : share;
}

/** A percentage with at most one decimal. */
function formatCoverage(coverage: number): string {
  return `${Math.round(coverage * 1000) / 10}%`;
}

function clauseText({ attribute, operator, values }: TargetingCondition): string {
  const { title } = ATTRIBUTE_CATALOG[attribute];
  if (isBooleanAttribute(attribute))
    return expectedBoolean({ operator, values }) ? title : title.replace(" is ", " is not ");
  return `${title} ${OPERATOR_NAMES[operator]} ${values.join(", ") || "(empty)"}`;
}

/** What a condition on a boolean attribute requires: "is not one of true" is false. */
export function expectedBoolean({
  operator,
  values,
}: Pick<TargetingCondition, "operator" | "values">): boolean {
  return (values[0] === "true") === (operator === "in");
}

/** An attribute as a label: "Visitor ID". Names of URL parameters keep their spelling. */
export function attributeLabel(attribute: TargetingAttribute): string {
  const { title } = ATTRIBUTE_CATALOG[attribute];
  return title.startsWith("utm_") ? title : capitalize(title);
}

/** A hint with an attribute's meaning, type and examples. */
export function attributeHint(attribute: TargetingAttribute): string {
  const { description, examples } = ATTRIBUTE_CATALOG[attribute];
  return isBooleanAttribute(attribute)
    ? `${description} Yes or no; ${attribute} in SDKs.`
    : `${description} Text, such as ${examples.join(", ")}; ${attribute} in SDKs.`;
}

const COUNTRY = /^[A-Z]{2}$/i;

interface GivenValues {
  attribute: TargetingAttribute;
  values: readonly string[];
}

/** Normalizes a value to the form of visitors' attributes: country codes are uppercase. */
export function normalizeValue(attribute: TargetingAttribute, value: string): string {
  return attribute === "country" ? value.toUpperCase() : value;
}

/** Error message for the values of one condition; "" if they are valid or there are none. */
export function valuesProblem({ attribute, values }: GivenValues): string {
  if (attribute !== "country") return "";
  const wrong = values.find((value) => !COUNTRY.test(value));
  return wrong === undefined ? "" : `“${wrong}” is not a country code. Use two letters, such as NO.`;
}

/**
 * Error message for a list of conditions; "" if they are valid.
 * @param whose start of the sentence, such as "The audience".
 */
export function targetingProblem(targeting: readonly TargetingCondition[], whose: string): string {
  if (targeting.some(({ values }) => values.length === 0)) return `${whose} has a condition with no values.`;
  const problem = targeting.map(valuesProblem).find(Boolean);
  return problem ? `${whose}: ${problem}` : "";
}

/** The first error in the conditions of a flag's rules; "" if they are valid. */
export function rulesProblem(rules: readonly Pick<FlagRule, "targeting">[]): string {
  return (
    rules.map(({ targeting }, index) => targetingProblem(targeting, `Rule ${index + 1}`)).find(Boolean) ?? ""
  );
}
