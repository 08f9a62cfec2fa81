import type { Belief } from "./bayesian/bayesian.ts";
import type { BetaPrior } from "./bayesian/posterior.ts";
import type { Goal } from "./bayesian/rankPosteriors.ts";
import type { Outcome, Verdict } from "./decide.ts";
import type { TestResult } from "./frequentist.ts";
import type { Sample } from "./sample.ts";
import type { SampleRatio } from "./sampleRatio.ts";
import type { Plan, SampleSize } from "./sampleSize.ts";

export type VariantSample = Sample & { readonly key: string };

/** A metric that must not get worse. */
export interface Guardrail {
  readonly key: string;
  readonly goal: Goal;
  /** In the order of the variants. */
  readonly samples: readonly Sample[];
}

export interface Settings extends Plan {
  readonly prior: BetaPrior;
  /** Users that each variant must have before anything is said. */
  readonly minimumUsers: number;
  /** Conversions that all variants together must have before anything is said; for proportions. */
  readonly minimumConversions: number;
  /** Days that must be over before anything but harm is said: a week holds every weekday. */
  readonly minimumDays: number;
}

export interface Analysis {
  readonly metric: { readonly goal: Goal };
  /** The baseline first; at least two. */
  readonly variants: readonly VariantSample[];
  /** In the order of the variants, of any sum. */
  readonly weights: readonly number[];
  /** Users who saw each variant, where the metric is known of some of them only; else they are those of the samples. */
  readonly sizes?: readonly number[];
  /** Days since the start, whole or not. */
  readonly daysRun: number;
  /** Users per day in the whole experiment; by default the observed rate. */
  readonly dailyUsers?: number;
  readonly guardrails?: readonly Guardrail[];
  readonly settings?: Partial<Settings>;
}

/** A challenger against the baseline; a test is `null` while it cannot be told. */
export interface Comparison {
  /** At the level 1 − alpha / challengers: reading several does not raise the chance of a false alarm. */
  readonly frequentist: TestResult | null;
  readonly sequential: TestResult | null;
  /** By the sequential interval. */
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
  /** Days from the start until the smallest variant has the sequential number; `null` where nobody comes. */
  readonly days: number | null;
  readonly daysLeft: number | null;
}

/** Everything that one metric's row in the console shows. Plain data. */
export interface AnalysisResult {
  readonly variants: readonly VariantResult[];
  readonly sampleRatio: SampleRatio;
  /** Estimated from the observed baseline; `null` if not known yet. */
  readonly runningTime: RunningTime | null;
  readonly verdict: Verdict;
}
