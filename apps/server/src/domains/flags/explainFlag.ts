import type { Environment, FlagDefinition, FlagRule, Timestamp, VisitorAttributes } from "@marquee/contract";
import type { FlagTestResponse, RuleSkipReason } from "@marquee/contract/schema";
import { experimentRuleId, type RunningExperiment, ruleStatus } from "./buildPayload.ts";
import { compileFlags } from "./compileFlags.ts";

export interface ExplainOptions {
  /** The flag to test, saved or not. */
  definition: FlagDefinition;
  otherFlags: readonly FlagDefinition[];
  experiments: readonly RunningExperiment[];
  environment: Environment;
  attributes: VisitorAttributes;
  now: Timestamp;
}

/** The value a visitor would get, and why. Each skipped rule is tested separately, with the same evaluation that visitors get. */
export function explainFlag(options: ExplainOptions): FlagTestResponse {
  const { definition, environment, now } = options;
  const result = evaluate(options, definition);
  const running = options.experiments.find(
    (experiment) => experimentRuleId(experiment.definition.key) === result.ruleId,
  );
  const answering = definition.rules.findIndex(({ id }) => id === result.ruleId);
  const isRule = !running && answering >= 0;
  return {
    value: result.value,
    answeredBy: running
      ? { kind: "experiment", key: running.definition.key, variation: result.experimentResult?.key ?? "" }
      : isRule
        ? { kind: "rule", id: result.ruleId }
        : { kind: "default" },
    rules: definition.rules.map((rule, index) => ({
      id: rule.id,
      reason: reasonOf(rule, isRule ? index - answering : -1),
    })),
  };

  /**
   * @param place position of the rule relative to the one that decided: negative if before, 0 if it is that rule, positive if
   * after.
   */
  function reasonOf(rule: FlagRule, place: number): RuleSkipReason {
    if (place > 0) return "not-reached";
    if (place === 0) return "answered";
    if (!definition.environments.includes(environment)) return "not-this-environment";
    const standing = ruleStatus(rule, environment, now);
    if (standing !== "live") return standing;
    return skipReason(options, rule);
  }
}

/** Why a live rule did not match. */
function skipReason(options: ExplainOptions, rule: FlagRule): RuleSkipReason {
  const asks = (change: Partial<FlagRule>) => {
    const alone = { ...rule, targeting: [], prerequisites: [], coverage: 1, ...change };
    return evaluate(options, { ...options.definition, rules: [alone] }).ruleId === rule.id;
  };
  if (!asks({ prerequisites: rule.prerequisites })) return "prerequisite";
  if (!options.attributes.id) return "no-id";
  return asks({ targeting: rule.targeting }) ? "coverage" : "targeting";
}

function evaluate(
  { otherFlags, experiments, environment, attributes, now }: ExplainOptions,
  flag: FlagDefinition,
) {
  const definitions = [...otherFlags.filter(({ key }) => key !== flag.key), { ...flag, isArchived: false }];
  const compiled = compileFlags({ definitions, experiments, environment, now });
  // Visitors without an ID have not consented to measurement, so none of their attributes are used.
  const { results } = attributes.id ? compiled.evaluate({ attributes }) : compiled.evaluateUnknown();
  const result = results[flag.key];
  if (!result) throw new Error(`The flag ${flag.key} was compiled but has no value.`);
  return result;
}
