import type { Json } from "../kernel/json.ts";
import type { Timestamp } from "../kernel/time.ts";
import type { TargetingAttribute } from "./targetingAttributes.ts";

export const VALUE_TYPES = ["boolean", "string", "number", "json"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Environment of a server. A flag's rules can be limited to some of them. */
export const ENVIRONMENTS = ["production", "staging", "development"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const TARGETING_OPERATORS = ["in", "not-in", "contains"] as const;
export type TargetingOperator = (typeof TARGETING_OPERATORS)[number];

/** One condition of a rule. It does not match a visitor whose attribute is unknown, whatever the operator. */
export interface TargetingCondition {
  attribute: TargetingAttribute;
  operator: TargetingOperator;
  /**
   * At least one value; `true` or `false` for a boolean attribute. `contains` matches if the attribute contains any of them, ignoring case; it
   * is not for boolean attributes.
   */
  values: string[];
}

/** Another flag that must have this value. */
export interface Prerequisite {
  flag: string;
  value: Json;
}

export interface FlagRule {
  /** Unique within the flag, never reused for another rule. */
  id: string;
  description: string;
  isOn: boolean;
  /** All conditions must match. Empty targeting matches every visitor. */
  targeting: TargetingCondition[];
  prerequisites: Prerequisite[];
  /** Share of visitors (rollout), 0 to 1, chosen by a hash of their ID. Below 1, visitors without consent to measurement are excluded. */
  coverage: number;
  environments: Environment[];
  /** The rule applies from `from` (inclusive) to `to` (exclusive); null for no limit. */
  from: Timestamp | null;
  to: Timestamp | null;
  value: Json;
}

/** A flag as edited in the console. The first matching rule sets its value, otherwise an experiment on the flag, otherwise `defaultValue`. */
export interface FlagDefinition {
  key: string;
  type: ValueType;
  description: string;
  defaultValue: Json;
  rules: FlagRule[];
  /** Environments where rules and experiments apply. Elsewhere the flag has its default value. */
  environments: Environment[];
  isArchived: boolean;
}
