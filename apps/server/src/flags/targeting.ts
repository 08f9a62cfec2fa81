import type { ConditionInterface } from "@growthbook/growthbook";
import type { TargetingCondition } from "@marquee/contract";

/** The clauses as a condition of GrowthBook's; undefined where there is none. All of them must hold. */
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

/** Text as a regular expression that finds just it. */
function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
