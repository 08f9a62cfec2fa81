import { ENVIRONMENTS, type FlagDefinition, type FlagRule, type ValueType } from "@marquee/contract";

/** A rule that answers nobody yet: it is off until its editor turns it on. */
export function newRule({ type, defaultValue }: Pick<FlagDefinition, "type" | "defaultValue">): FlagRule {
  return {
    id: newRuleId(),
    description: "",
    isOn: false,
    targeting: [],
    prerequisites: [],
    coverage: 1,
    environments: [...ENVIRONMENTS],
    from: null,
    to: null,
    value: otherValue(type, defaultValue),
  };
}

/** Random, so that an id is never used again for another rule. */
function newRuleId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(5));
  return `rule-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/** A rule that answers what the default answers anyway would be none. */
function otherValue(type: ValueType, value: FlagDefinition["defaultValue"]) {
  return type === "boolean" ? value !== true : value;
}
