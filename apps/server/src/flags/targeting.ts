import type { ConditionInterface } from "@growthbook/growthbook";
import type { TargetingCondition } from "@marquee/contract";

/** GrowthBook condition that requires all `clauses`; undefined if there are none. */
export function buildCondition(clauses: readonly TargetingCondition[]): ConditionInterface | undefined {
  if (clauses.length === 0) return undefined;
  if (clauses.length === 1) return clauses.map(toCondition)[0];
  return { $and: clauses.map(toCondition) };
}

function toCondition({ attribute, operator, values }: TargetingCondition): ConditionInterface {
  if (operator === "in") return { [attribute]: { $in: values } };
  if (operator === "not-in") return { [attribute]: { $nin: values } };
  return { [attribute]: { $regexi: values.map(escapePattern).join("|") } };
}

/** Escapes text for use in a regular expression. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
