import type { ConditionInterface } from "@growthbook/growthbook";
import { ATTRIBUTE_CATALOG, isBooleanAttribute, type TargetingCondition } from "@marquee/contract";

/** GrowthBook condition that requires all `conditions`; undefined if there are none. */
export function allOf(conditions: readonly ConditionInterface[]): ConditionInterface | undefined {
  return conditions.length > 1 ? { $and: [...conditions] } : conditions[0];
}

/**
 * GrowthBook's form of a condition. It does not match an unknown attribute: GrowthBook's `$nin` alone would.
 * @param condition without {@link conditionProblem}.
 */
export function buildCondition({ attribute, operator, values }: TargetingCondition): ConditionInterface {
  const expected = isBooleanAttribute(attribute) ? values.map((value) => value === "true") : values;
  if (operator === "in") return { [attribute]: { $in: expected } };
  if (operator === "not-in") return { [attribute]: { $exists: true, $nin: expected } };
  return { [attribute]: { $regexi: values.map(escapePattern).join("|") } };
}

/** Escapes text for use in a regular expression. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Why a condition that its schema accepts is invalid, and how to fix it; null if it is valid. */
export function conditionProblem({ attribute, operator, values }: TargetingCondition): string | null {
  if (!isBooleanAttribute(attribute)) return null;
  const { title } = ATTRIBUTE_CATALOG[attribute];
  if (operator === "contains")
    return `“${title}” is true or false, so it can't contain a text. Use another operator.`;
  const wrong = values.find((value) => value !== "true" && value !== "false");
  return wrong === undefined ? null : `“${title}” is true or false, and never ${JSON.stringify(wrong)}.`;
}
