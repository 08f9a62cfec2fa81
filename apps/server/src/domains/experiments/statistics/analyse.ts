import type {
  Analysis,
  AnalysisResult,
  Comparison,
  Guardrail,
  GuardrailResult,
  RunningTime,
  Settings,
  VariantResult,
} from "./analyse.types.ts";
import { bayesian } from "./bayesian/bayesian.ts";
import type { Goal } from "./bayesian/rankPosteriors.ts";
import { checkAnalysis } from "./checkAnalysis.ts";
import type { TestResult } from "./contrast.ts";
import { decide, type Outcome, type Shortfall } from "./decide.ts";
import { frequentist } from "./frequentist.ts";
import { isProportion, momentsOf, type Sample } from "./sample.ts";
import { sampleRatio } from "./sampleRatio.ts";
import { runningDays, sampleSize } from "./sampleSize.ts";
import { sequential } from "./sequential.ts";
import { settingsFor } from "./settings.ts";

const lacking = (shortfalls: readonly Shortfall[]): readonly Shortfall[] =>
  shortfalls.filter(({ needed, seen }) => seen < needed);

const fewestUsers = (samples: readonly Sample[]): number => Math.min(...samples.map(({ users }) => users));

/** The result of each variation. `settings.alpha` applies to each single comparison and guardrail. */
function describeVariants(analysis: Analysis, settings: Settings): readonly VariantResult[] {
  const { variants, metric, guardrails = [] } = analysis;
  const beliefs = bayesian(variants, { goal: metric.goal, prior: settings.prior });
  return variants.map((variant, index) => {
    const [baseline] = variants;
    const isChallenger = index > 0 && baseline !== undefined;
    return {
      key: variant.key,
      users: variant.users,
      total: isProportion(variant) ? variant.conversions : variant.sum,
      mean: momentsOf(variant)?.mean ?? null,
      bayesian: beliefs?.[index] ?? null,
      comparison: isChallenger ? compare([baseline, variant], metric.goal, settings) : null,
      guardrails: guardrails.flatMap((guardrail) => {
        const [before, after] = [guardrail.samples[0], guardrail.samples[index]];
        return isChallenger && before && after ? [watch(guardrail, [before, after], settings)] : [];
      }),
    };
  });
}

function planRunningTime(analysis: Analysis, settings: Settings): RunningTime | null {
  const { variants, weights, daysRun } = analysis;
  const [baseline] = variants;
  const moments = baseline && momentsOf(baseline);
  const size = moments && sampleSize({ ...moments, isProportion: isProportion(baseline) }, settings);
  if (!size) return null;
  const seen = variants.reduce((sum, { users }) => sum + users, 0);
  const dailyUsers = daysRun > 0 ? seen / daysRun : 0;
  const days = runningDays(size.sequential, weights, dailyUsers);
  return { ...size, days, daysLeft: days === null ? null : Math.max(0, Math.ceil(days - daysRun)) };
}

const challengersOf = (variants: readonly VariantResult[]) =>
  variants.flatMap(({ key, comparison, bayesian: belief, guardrails }) => {
    const harmedGuardrails = guardrails.filter(({ isHarmed }) => isHarmed).map((guardrail) => guardrail.key);
    if (!comparison) return [];
    return [
      { key, outcome: comparison.outcome, chanceToBeBest: belief?.chanceToBeBest ?? 0, harmedGuardrails },
    ];
  });

/**
 * Analyzes one metric of an experiment: all numbers that its row in the console shows, and one verdict. docs/statistics.md explains each
 * number and its calculation. Pure: the same input gives the same result.
 *
 * @throws {RangeError} for impossible samples or settings; the message names them and how to fix them.
 */
export function analyse(analysis: Analysis): AnalysisResult {
  checkAnalysis(analysis);
  const { variants: samples, weights, daysRun } = analysis;
  const settings = settingsFor(samples.length - 1, analysis.settings);
  const variants = describeVariants(analysis, settings);
  const runningTime = planRunningTime(analysis, settings);
  const ratio = sampleRatio(analysis.sizes ?? samples.map(({ users }) => users), weights);
  return {
    variants,
    sampleRatio: ratio,
    runningTime,
    verdict: decide({
      sampleRatio: ratio,
      minimum: minimumShortfalls(samples, daysRun, settings),
      planned: plannedShortfalls(samples, runningTime?.sequential),
      challengers: challengersOf(variants),
    }),
  };
}

/** Users, conversions and days missing before even a clear result is reported. */
function minimumShortfalls(
  samples: readonly Sample[],
  daysRun: number,
  settings: Settings,
): readonly Shortfall[] {
  const conversions = samples.reduce(
    (sum, sample) => sum + (isProportion(sample) ? sample.conversions : 0),
    0,
  );
  const counted = samples.every(isProportion) ? settings.minimumConversions : 0;
  return lacking([
    { kind: "users", needed: settings.minimumUsers, seen: fewestUsers(samples) },
    { kind: "conversions", needed: counted, seen: conversions },
    { kind: "days", needed: settings.minimumDays, seen: daysRun },
  ]);
}

/** Users that the smallest variation still needs for the planned sample. An unknown plan counts as not reached. */
function plannedShortfalls(samples: readonly Sample[], needed: number | undefined): readonly Shortfall[] {
  const seen = fewestUsers(samples);
  return lacking([{ kind: "planned-sample", needed: needed ?? seen + 1, seen }]);
}

/** Better or worse if the interval of the difference excludes 0, depending on the metric's goal; otherwise open. */
function outcomeOf(result: TestResult | null, goal: Goal): Outcome {
  if (!result || (result.difference.low <= 0 && result.difference.high >= 0)) return "open";
  return result.difference.low > 0 === (goal === "increase") ? "better" : "worse";
}

/** Corrects the p-value for the number of comparisons. The intervals already are, since each has only its part of alpha. */
function corrected(
  result: TestResult | undefined,
  { comparisons }: Pick<Settings, "comparisons">,
): TestResult | null {
  return result ? { ...result, pValue: Math.min(1, result.pValue * comparisons) } : null;
}

/** Compares a variation with the control. `settings.alpha` applies to this comparison. */
function compare(
  [baseline, challenger]: readonly [Sample, Sample],
  goal: Goal,
  settings: Settings,
): Comparison {
  const always = corrected(sequential(baseline, challenger, settings), settings);
  return {
    frequentist: corrected(frequentist(baseline, challenger, settings.alpha), settings),
    sequential: always,
    outcome: outcomeOf(always, goal),
  };
}

/** A guardrail is harmed if its sequential interval is entirely on the bad side. */
function watch(
  { key, goal }: Guardrail,
  [baseline, challenger]: readonly [Sample, Sample],
  settings: Settings,
): GuardrailResult {
  const result = corrected(sequential(baseline, challenger, settings), settings);
  return { key, sequential: result, isHarmed: outcomeOf(result, goal) === "worse" };
}
