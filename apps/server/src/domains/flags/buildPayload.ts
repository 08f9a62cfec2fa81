import type {
  ConditionInterface,
  FeatureDefinition,
  FeatureRule,
  SavedGroupsPayload,
} from "@growthbook/growthbook";
import type {
  Environment,
  ExperimentDefinition,
  FlagDefinition,
  FlagRule,
  Timestamp,
} from "@marquee/contract";
import { allOf, buildCondition } from "./targeting.ts";

/** An experiment with its current phase. */
export interface RunningExperiment {
  definition: ExperimentDefinition;
  /** Each start is a new phase with new assignments. */
  phase: number;
}

export interface PayloadSource {
  definitions: readonly FlagDefinition[];
  experiments: readonly RunningExperiment[];
  environment: Environment;
  now: Timestamp;
  /** Features from GrowthBook's API, with the groups used by their rules. They replace flags with the same key. */
  remote?: { features: Features; savedGroups?: SavedGroupsPayload };
}

export type Features = Record<string, FeatureDefinition>;

/** Version 2 of GrowthBook's hash distributes evenly. Version 1 exists for old experiments only. */
const HASH_VERSION = 2;
const HASH_ATTRIBUTE = "id";
/** Known customers are excluded from experiments (docs/experiments.md). SDKs on other sites need not know the audience. */
const VISITORS_ONLY: ConditionInterface = { audience: { $nin: ["customer"] } };

/**
 * The features that GrowthBook's SDKs evaluate: for each flag, its rules in order, then the experiment running on it, then the default.
 * Rules that are off, in another environment or outside their schedule are excluded, so a payload is valid only at `now` ({@link
 * nextChange}).
 */
export function buildPayload(source: PayloadSource): Features {
  const { definitions, experiments, environment, now, remote } = source;
  const features: Features = {};
  for (const { key, defaultValue, rules, environments, isArchived } of definitions) {
    if (isArchived) continue;
    const counts = environments.includes(environment);
    const live = counts ? rules.filter((rule) => ruleStatus(rule, environment, now) === "live") : [];
    const running = counts ? experiments.filter(({ definition }) => definition.flag === key) : [];
    features[key] = {
      defaultValue,
      rules: [...live.map((rule) => buildRule(key, rule)), ...running.map(buildExperiment)],
    };
  }
  return { ...features, ...remote?.features };
}

/** Whether a rule can match visitors at this time, and if not, why. */
export function ruleStatus(
  { isOn, environments, from, to }: FlagRule,
  environment: Environment,
  now: Timestamp,
): "live" | "off" | "not-this-environment" | "not-this-time" {
  if (!isOn) return "off";
  if (!environments.includes(environment)) return "not-this-environment";
  return (from ?? now) <= now && now < (to ?? Number.POSITIVE_INFINITY) ? "live" : "not-this-time";
}

/** The next time at which a schedule changes the payload, or null. */
export function nextChange(definitions: readonly FlagDefinition[], now: Timestamp): Timestamp | null {
  const instants = definitions
    .flatMap(({ rules }) => rules.flatMap(({ from, to }) => [from, to]))
    .filter((instant): instant is Timestamp => instant !== null && instant > now);
  return instants.length > 0 ? Math.min(...instants) : null;
}

/** Whether a rule forces a value without a condition or partial rollout. Prerequisites are not considered. */
export function isUnconditional(rule: FeatureRule): boolean {
  return "force" in rule && rule.coverage === undefined && rule.condition === undefined;
}

/** ID of an experiment's rule, as evaluation results report it in `ruleId`. */
export function experimentRuleId(key: string): string {
  return `experiment:${key}`;
}

function buildRule(flag: string, rule: FlagRule): FeatureRule {
  const { id, targeting, prerequisites, coverage, value } = rule;
  const condition = allOf(targeting.map(buildCondition));
  const parents = prerequisites.map((prerequisite) => ({
    id: prerequisite.flag,
    condition: { value: { $eq: prerequisite.value } },
  }));
  const rollout = {
    coverage,
    hashAttribute: HASH_ATTRIBUTE,
    hashVersion: HASH_VERSION,
    seed: `${flag}:${id}`,
  };
  return {
    id,
    ...(condition && { condition }),
    // GrowthBook's type for values is narrower than what its evaluation accepts.
    ...(parents.length > 0 && { parentConditions: parents as FeatureRule["parentConditions"] & object }),
    ...(coverage < 1 && rollout),
    force: value,
  };
}

function buildExperiment({ definition, phase }: RunningExperiment): FeatureRule {
  const { key, name, variations, targeting, coverage } = definition;
  return {
    id: experimentRuleId(key),
    key,
    name,
    phase: String(phase),
    seed: `${key}:${phase}`,
    bucketVersion: phase,
    hashAttribute: HASH_ATTRIBUTE,
    hashVersion: HASH_VERSION,
    condition: allOf([VISITORS_ONLY, ...targeting.map(buildCondition)]) ?? VISITORS_ONLY,
    coverage,
    variations: variations.map(({ value }) => value),
    weights: variations.map(({ weight }) => weight),
    meta: variations.map((variation) => ({ key: variation.key, name: variation.name })),
  };
}

/** Rules that match every visitor in this environment, now or later. They shadow the experiment and the default below them. */
export function shadowingRules(
  { rules }: FlagDefinition,
  environment: Environment,
  now: Timestamp,
): FlagRule[] {
  return rules.filter(
    ({ isOn, environments, targeting, prerequisites, coverage, to }) =>
      isOn &&
      environments.includes(environment) &&
      targeting.length === 0 &&
      prerequisites.length === 0 &&
      coverage === 1 &&
      (to ?? now + 1) > now,
  );
}
