import type { Timestamp } from "../time.ts";

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

export const VALUE_TYPES = ["boolean", "string", "number", "json"] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** Environment of a server. A flag's rules can be limited to some of them. */
export const ENVIRONMENTS = ["production", "staging", "development"] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What of a visitor a rule may ask for. `id` is there only for who has agreed to be measured. */
export const TARGETING_ATTRIBUTES = [
  "id",
  "country",
  "locale",
  "device",
  "audience",
  "utm_source",
  "utm_medium",
  "utm_campaign",
] as const;
export type TargetingAttribute = (typeof TARGETING_ATTRIBUTES)[number];

export const TARGETING_OPERATORS = ["in", "not-in", "contains"] as const;
export type TargetingOperator = (typeof TARGETING_OPERATORS)[number];

/** One thing that must be so. An attribute that is not known is in no list. */
export interface TargetingCondition {
  attribute: TargetingAttribute;
  operator: TargetingOperator;
  /** One value or more; `contains` looks for any of them, whatever the case. */
  values: string[];
}

/** Another flag that must answer so. */
export interface Prerequisite {
  flag: string;
  value: Json;
}

export interface FlagRule {
  /** Unique within the flag; never used again for another rule. */
  id: string;
  description: string;
  isOn: boolean;
  /** All of them must hold; none asks for nobody in particular. */
  targeting: TargetingCondition[];
  prerequisites: Prerequisite[];
  /** Share of visitors, 0 to 1, chosen by a hash of their id. Less than 1 leaves out who has not agreed to be measured. */
  coverage: number;
  environments: Environment[];
  /** Instants between which the rule counts; null for no bound. `to` is not included. */
  from: Timestamp | null;
  to: Timestamp | null;
  value: Json;
}

/** A flag as its editors write it. The first rule that fits answers, else an experiment that runs on it, else the default. */
export interface FlagDefinition {
  key: string;
  type: ValueType;
  description: string;
  defaultValue: Json;
  rules: FlagRule[];
  /** Where rules and experiments count; elsewhere the flag answers its default. */
  environments: Environment[];
  isArchived: boolean;
}
