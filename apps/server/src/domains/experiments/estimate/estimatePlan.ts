import {
  ESTIMATE_VISITORS,
  type EstimatedPlan,
  type EstimateNeed,
  type EstimateResponse,
  LONGEST_DAYS,
} from "@marquee/contract/schema";
import { isProportion, momentsOf, type Sample } from "../statistics/sample.ts";
import { runningDays, sampleSize } from "../statistics/sampleSize.ts";
import { settingsFor } from "../statistics/settings.ts";

/** Traffic of the pages that an experiment would run on. */
export interface Traffic {
  /** Length of the counted period, including fractions. */
  days: number;
  visitors: number;
  /** The metric's values: of all visitors, or of those who have one if it is a mean. */
  sample: Sample;
}

interface Setup {
  /** Share of visitors who take part. */
  coverage: number;
  /** Of all variations, the control first; all above 0. */
  weights: readonly number[];
  minimumEffect: number;
}

/** Suggested effects: in steps of half a percent below 10%, of one percent up to 100%. */
const EFFECTS = [
  ...Array.from({ length: 19 }, (_, step) => (step + 1) / 200),
  ...Array.from({ length: 91 }, (_, step) => (step + 10) / 100),
];

/** What is missing for an estimate. A rate per day needs a full day and enough visitors, a sample size needs a metric above 0. */
export function missingForEstimate(progress: {
  days: number;
  visitors: number;
  /** Null if the metric's current mean or variance is 0 or unknown. */
  plan: object | null | undefined;
}): EstimateNeed | null {
  if (progress.days < 1) return "first-day";
  if (progress.visitors < ESTIMATE_VISITORS) return "visitors";
  return progress.plan ? null : "conversions";
}

/** Sample size and running time of an experiment, and the smallest effect that fits in {@link LONGEST_DAYS}. Pure. */
export function estimatePlan(
  { days, visitors, sample }: Traffic,
  { minimumEffect, ...setup }: Setup,
): Pick<EstimateResponse, "baseline" | "spread" | "missing" | "plan" | "suggestion"> {
  const dailyUsers = days > 0 ? (sample.users / days) * setup.coverage : 0;
  const planOf = (effect: number) => planFor(effect, { sample, dailyUsers, weights: setup.weights });
  const plan = planOf(minimumEffect);
  const missing = missingForEstimate({ days, visitors, plan });
  const moments = momentsOf(sample);
  const baseline = moments?.mean ?? null;
  const spread = moments ? Math.sqrt(moments.variance) : null;
  if (missing || !plan) return { baseline, spread, missing, plan: null, suggestion: null };
  const larger = plan.days > LONGEST_DAYS ? EFFECTS.filter((effect) => effect > minimumEffect) : [];
  const suggestion = larger.map(planOf).find((each) => each !== null && each.days <= LONGEST_DAYS) ?? null;
  return { baseline, spread, missing, plan, suggestion };
}

interface Rate {
  sample: Sample;
  dailyUsers: number;
  weights: readonly number[];
}

function planFor(minimumEffect: number, { sample, dailyUsers, weights }: Rate): EstimatedPlan | null {
  const settings = settingsFor(weights.length - 1, { minimumEffect });
  const moments = momentsOf(sample);
  const size = moments && sampleSize({ ...moments, isProportion: isProportion(sample) }, settings);
  if (!size) return null;
  const users = Math.max(settings.minimumUsers, size.sequential);
  const days = runningDays(users, weights, dailyUsers);
  return days === null ? null : { minimumEffect, users, days: Math.max(settings.minimumDays, days) };
}
