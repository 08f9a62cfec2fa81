import type { Comparison, Guardrail, GuardrailResult } from "./analyse.types.ts";
import type { Goal } from "./bayesian/rankPosteriors.ts";
import type { Outcome } from "./decide.ts";
import { frequentist, type TestResult } from "./frequentist.ts";
import type { Sample } from "./sample.ts";
import { type SequentialSettings, sequential } from "./sequential.ts";

/** Whether the interval of the difference lies wholly on one side, seen in the metric's good direction. */
function outcomeOf(result: TestResult | null, goal: Goal): Outcome {
  if (!result || (result.difference.low <= 0 && result.difference.high >= 0)) return "open";
  return result.difference.low > 0 === (goal === "increase") ? "better" : "worse";
}

/** `settings.alpha` is that of this one comparison. */
export function compare(
  [baseline, challenger]: readonly [Sample, Sample],
  goal: Goal,
  settings: SequentialSettings,
): Comparison {
  const always = sequential(baseline, challenger, settings) ?? null;
  return {
    frequentist: frequentist(baseline, challenger, settings.alpha) ?? null,
    sequential: always,
    outcome: outcomeOf(always, goal),
  };
}

/** A guardrail is harmed when its sequential interval lies wholly on the bad side. */
export function watch(
  { key, goal }: Guardrail,
  [baseline, challenger]: readonly [Sample, Sample],
  settings: SequentialSettings,
): GuardrailResult {
  const result = sequential(baseline, challenger, settings) ?? null;
  return { key, sequential: result, isHarmed: outcomeOf(result, goal) === "worse" };
}
