import { type ExperimentDefinition, formatCount, formatCounted, type Metric } from "@marquee/contract";
import {
  ESTIMATE_DAYS,
  ESTIMATE_VISITORS,
  type Estimate,
  type EstimatedPlan,
  type EstimateResponse,
  LONGEST_DAYS,
} from "@marquee/contract/schema";
import { targetingProblem } from "../../../../shared/targeting/targetingTexts.ts";
import { formatLift, formatMean } from "../../detail/results/formatFigures.ts";

const WEEK = 7;

/** The estimate's query for an edited experiment, or why there is none yet. */
export type Question =
  | { isAskable: true; estimate: Estimate }
  | {
      isAskable: false;
      /** What to do, as a sentence. */
      need: string;
    };

export function estimateQuestion(definition: ExperimentDefinition): Question {
  const { kind, page, targeting, coverage, variations, minimumEffect, metrics } = definition;
  const metric = metrics[0];
  const weights = variations.map(({ weight }) => weight);
  const need = needOf(definition, metric);
  if (need !== "" || !metric) return { isAskable: false, need };
  const { type, event, path, property, condition, worth, lead } = metric;
  return {
    isAskable: true,
    estimate: {
      kind,
      page,
      targeting,
      coverage,
      weights,
      minimumEffect,
      metric: {
        type,
        event,
        path,
        property,
        ...(condition && { condition }),
        ...(worth !== undefined && { worth }),
        ...(lead && { lead }),
      },
    },
  };
}

function needOf(
  { kind, page, flag, targeting, coverage, variations }: ExperimentDefinition,
  metric: Metric | undefined,
): string {
  if (kind === "content" && page === "") return "Choose a page to see how long the experiment would take.";
  if (kind === "redirect" && !page.startsWith("/"))
    return "Enter the original path to see how long the experiment would take.";
  if (kind === "flag" && flag === "") return "Choose a flag to see how long the experiment would take.";
  if (coverage === 0 || variations.some(({ weight }) => weight === 0))
    return "Set every variation's weight and the rollout above 0%.";
  if (targetingProblem(targeting, "The audience") !== "") return "Complete the audience first.";
  const isOfEvents = metric && !metric.condition && !metric.lead;
  if (isOfEvents && (metric.type === "mean" || metric.type === "value") && metric.property.trim() === "")
    return "Enter the numeric property of the primary metric.";
  if (metric && !/^(\/.*|\*)?$/.test(metric.path)) return "Correct the pages of the primary metric.";
  return "";
}

/** What is missing for an estimate, as a sentence. */
export function missingText({ missing, visitors, paths }: EstimateResponse): string {
  const where = placeOf(paths);
  if (visitors === 0)
    return `No one visited ${where} in the ${ESTIMATE_DAYS} days before today, so there is no traffic to estimate from. Bots, known customers and demo data are not counted.`;
  if (missing === "first-day") return "Estimate after the first full day of traffic.";
  if (missing === "visitors")
    return `Only ${formatCounted(visitors, "visitor")} to ${where} in the ${ESTIMATE_DAYS} days before today. An estimate needs ${ESTIMATE_VISITORS}.`;
  return `None of the ${formatCounted(visitors, "visitor")} to ${where} counts for the primary metric, so its rate is unknown. Choose a metric that visitors reach today.`;
}

/** How the plan follows from the traffic, in one or two sentences. */
export function planText(
  { baseline, visitors, days, paths }: EstimateResponse,
  plan: EstimatedPlan,
  metric: Pick<Metric, "name" | "type" | "goal" | "lead">,
): string {
  const sign = metric.goal === "increase" ? 1 : -1;
  const from = baseline ?? 0;
  const change = `from ${formatMean(metric, from)} to ${formatMean(metric, from * (1 + sign * plan.minimumEffect))}`;
  const whole = Math.floor(days);
  return `Needs ${formatCounted(plan.users, "visitor")} per variation to detect “${metric.name}” going ${change}. Based on ${formatCounted(visitors, "visitor")} of ${placeOf(paths)} in the ${formatCounted(whole, "day")} before today.`;
}

/** How the number of visitors and the days are computed, one step each. */
export function formulaTexts(
  { baseline, spread, visitors, days }: Pick<EstimateResponse, "baseline" | "spread" | "visitors" | "days">,
  plan: EstimatedPlan,
  {
    metric,
    weights,
    coverage,
  }: { metric: Pick<Metric, "type" | "lead">; weights: readonly number[]; coverage: number },
): string[] {
  const mean = baseline ?? 0;
  const daily = (visitors / Math.max(1, days)) * coverage;
  const smallest = Math.min(...weights);
  const deviation =
    metric.type === "conversion"
      ? "√(p · (1 − p))"
      : `the standard deviation between visitors, ${formatMean(metric, spread ?? 0)}`;
  return [
    `Difference to detect: ${formatMean(metric, mean)} · ${effectText(plan.minimumEffect)} = ${formatMean(metric, mean * plan.minimumEffect)}.`,
    `Visitors per variation: n = 2 · ((c · s + 0.84 · s) / difference)², where s is ${deviation}, 0.84 gives 80% power, and c is the boundary of the always-valid test at n visitors (about 3 instead of 1.96). That is ${formatCounted(plan.users, "visitor")}, at least 100.`,
    `Days: ${formatCounted(plan.users, "visitor")} / (${formatCount(Math.round(daily))} visitors a day · ${formatLift(smallest).replace("+", "")} of them in the smallest variation), at least 7.`,
  ];
}

/** The pages, by their first path: the others are translations. */
function placeOf(paths: readonly string[]): string {
  const [first] = paths;
  if (first === undefined) return "the whole site";
  return paths.length > 1 ? `${first} in all languages` : first;
}

/** Why a long plan is a problem, and what to change. */
export function tooLongText({ suggestion }: Pick<EstimateResponse, "suggestion">): string {
  const weeks = formatCounted(LONGEST_DAYS / WEEK, "week");
  const why = `That's too long: beyond ${weeks}, visitors lose their cookies and the season changes.`;
  return suggestion
    ? `${why} Within ${weeks}, this traffic shows effects of ${effectText(suggestion.minimumEffect)} or more.`
    : `${why} Even an effect of 100% takes longer here. Choose a metric that more visitors reach, or a page with more traffic.`;
}

/** A relative effect without its sign: "12.5%". */
export function effectText(effect: number): string {
  return formatLift(effect).replace("+", "");
}
