import type { Belief } from "./bayesian/bayesian.ts";
import type { BetaPrior } from "./bayesian/posterior.ts";
import type { Goal } from "./bayesian/rankPosteriors.ts";
import type { TestResult } from "./contrast.ts";
import type { Outcome, Verdict } from "./decide.ts";
import type { Sample } from "./sample.ts";
import type { SampleRatio } from "./sampleRatio.ts";
import type { Plan, SampleSize } from "./sampleSize.ts";

export type VariantSample = Sample & { readonly key: string };

/** A metric that must not get worse. */
export interface Guardrail {
  readonly key: string;
  readonly goal: Goal;
  /** In the order of `variants`. */
  readonly samples: readonly Sample[];
}

export interface Settings extends Plan {
  readonly prior: BetaPrior;
  /** Users that each variation must have before any result is reported. */
  readonly minimumUsers: number;
  /** Conversions that all variations together must have before any result is reported; for proportions. */
  readonly minimumConversions: number;
  /** Days that must pass before any result except harm is reported. A week includes every weekday. */
  readonly minimumDays: number;
  /** Number of analyses that share alpha, such as one for each segment. */
  readonly comparisons: number;
}

export interface Analysis {
  readonly metric: { readonly goal: Goal };
  /** The baseline (control) first; at least two. */
  readonly variants: readonly VariantSample[];
  /** In the order of `variants`; they need not add up to 1. */
  readonly weights: readonly number[];
  /** Users who saw each variation, if only some of them have a value of the metric. Defaults to the users of the samples. */
  readonly sizes?: readonly number[];
  /** Days since the start, including fractions. */
  readonly daysRun: number;
  readonly guardrails?: readonly Guardrail[];
  readonly settings?: Partial<Settings>;
}

/** A variation compared with the baseline. A test is `null` with too few users or if neither has any variance. */
export interface Comparison {
  /**
   * Corrected for the number of comparisons: the p-value to compare with the whole alpha, intervals at the level
   * 1 − alpha / comparisons.
   */
  readonly frequentist: TestResult | null;
  readonly sequential: TestResult | null;
  /** Based on the sequential interval. */
  readonly outcome: Outcome;
}

export interface GuardrailResult {
  readonly key: string;
  readonly sequential: TestResult | null;
  readonly isHarmed: boolean;
}

export interface VariantResult {
  readonly key: string;
  readonly users: number;
  /** Conversions, or the sum of the values. */
  readonly total: number;
  /** `null` before the first visitor. */
  readonly mean: number | null;
  readonly bayesian: Belief | null;
  /** `null` for the baseline. */
  readonly comparison: Comparison | null;
  readonly guardrails: readonly GuardrailResult[];
}

export interface RunningTime extends SampleSize {
  /** Days from the start until the smallest variation has the sequential sample size; `null` without visitors. */
  readonly days: number | null;
  readonly daysLeft: number | null;
}

/** All numbers of one metric's row in the console, as plain data. */
export interface AnalysisResult {
  readonly variants: readonly VariantResult[];
  readonly sampleRatio: SampleRatio;
  /** Estimated from the observed baseline; `null` if not yet known. */
  readonly runningTime: RunningTime | null;
  readonly verdict: Verdict;
}
