import { formatCount, formatCounted } from "@marquee/contract";
import {
  EXPLORED_LOOKS,
  type IntervalEnds,
  type ResultsResponse,
  type VariationFigures,
  type Verdict,
} from "@marquee/contract/schema";
import { variationName } from "../../experimentTexts.ts";
import { formatChance, formatLift, formatMean, formatPValue } from "./formatFigures.ts";

/** A result summarized in plain words. */
export interface VerdictText {
  tone: "good" | "bad" | "open";
  /** The verdict in one sentence. */
  sentence: string;
  /** The numbers behind it. */
  details: string;
}

/** The outcome of the phase. */
export interface Outcome {
  isRunning: boolean;
  /** Name of the variation that was shipped after this phase, or null. */
  shipped: string | null;
  /** Whether the publication from shipping was reverted. */
  isTakenBack: boolean;
}

type VerdictOf<Kind extends Verdict["kind"]> = Extract<Verdict, { kind: Kind }>;

/**
 * The verdict in words: the current one while the experiment runs, the final one after a stop, and what was
 * shipped.
 */
export function verdictText(results: ResultsResponse, outcome: Outcome): VerdictText {
  const text = ownText(results, outcome);
  if (outcome.shipped === null || results.verdict.kind === "not-started") return text;
  return {
    tone: text.tone,
    sentence: `${outcome.shipped} was shipped${outcome.isTakenBack ? ", then undone" : ""}.`,
    details: `${text.sentence} ${text.details}`,
  };
}

function ownText(results: ResultsResponse, { isRunning, shipped }: Outcome): VerdictText {
  const { verdict, definition: names } = results;
  const [control, , another] = names.variations;
  const beats = isRunning ? "beats" : "beat";
  switch (verdict.kind) {
    case "not-started":
      return open(
        "Not running yet.",
        "Preview each variation, then start. Results appear with the first visitors.",
      );
    case "no-visitors":
      return isRunning
        ? open("No visitors yet.", "Only consented visitors take part, from their next page view on.")
        : open("Nobody saw this experiment.", "It ended before a consented visitor reached it.");
    case "exploratory":
      // Part of the visitors, or several phases. They never decide.
      return open(
        results.phase === "all" ? "All phases, for exploration." : "Some of the visitors, for exploration.",
        `Nothing is decided here: decide on all visitors of one phase. Intervals and p-values are corrected as for one of ${EXPLORED_LOOKS} looks, because this is one of many possible looks.`,
      );
    case "sample-ratio-mismatch":
      return {
        tone: "bad",
        sentence: "Don't trust these results: the visitor split doesn't match the weights.",
        details: `The probability of a split this uneven by chance is ${formatPValue(verdict.pValue)}. Find the cause before you use the results: a variation that loads slower, a redirect that loses visitors, or a bot that sees only one variation.`,
      };
    case "winner":
      return {
        tone: "good",
        sentence: `${variationName(names, verdict.variation)} ${beats} ${control?.name ?? "the control"}.`,
        details: advised(
          comparison(results, verdict),
          isRunning,
          "Ship it, or keep it running to narrow the interval.",
        ),
      };
    case "loser": {
      const others = another ? "every variation" : variationName(names, verdict.variation);
      return {
        tone: "bad",
        sentence: `${control?.name ?? "The control"} ${beats} ${others}.`,
        details: advised(comparison(results, verdict), isRunning, "Stop it and keep the control."),
      };
    }
    case "guardrail-harmed": {
      const metric = results.metrics.find((each) => each.metric.id === verdict.metric)?.metric.name;
      return {
        tone: "bad",
        sentence: `${variationName(names, verdict.variation)} ${isRunning ? "worsens" : "worsened"} a guardrail: ${metric ?? verdict.metric}.`,
        details: advised(
          comparison(results, verdict),
          isRunning,
          "Stop it unless you know the cause and accept it.",
        ),
      };
    }
    case "no-difference":
      return noDifference(results, isRunning);
    case "too-early":
      return isRunning ? tooEarly(results, verdict) : endedEarly(results, verdict, shipped !== null);
  }
}

function open(sentence: string, details: string): VerdictText {
  return { tone: "open", sentence, details };
}

/** The details, with the next step while the experiment runs. */
function advised(details: string, isRunning: boolean, advice: string): string {
  return isRunning ? `${details} ${advice}` : details;
}

function noDifference(results: ResultsResponse, isRunning: boolean): VerdictText {
  const intervals = challengersOf(results).flatMap(({ sequential }) =>
    sequential?.lift ? [sequential.lift] : [],
  );
  const where = intervals.length === 0 ? "" : ` The lift is ${intervals.map(betweenText).join("; ")}.`;
  return open(
    "No meaningful difference.",
    advised(
      `The sample is large enough to find your minimum detectable effect.${where}`,
      isRunning,
      "Keep the simpler version or test a bigger change.",
    ),
  );
}

const MINIMUM = "a full week, 100 visitors per variation and 25 conversions";

function tooEarly(results: ResultsResponse, verdict: VerdictOf<"too-early">): VerdictText {
  const { usersNeeded, isMinimumReached } = verdict;
  const fewest = fewestUsers(results);
  // Null means no data to calculate from. `verdict.usersNeeded` is then the minimum for any verdict.
  if (results.usersNeeded === null) {
    const effect = formatLift(results.definition.minimumEffect).replace("+", "");
    return open(
      "Too early to tell.",
      `Needs at least ${formatCounted(usersNeeded, "visitor")} per variation. The sample size for a lift of ${effect} can be calculated once the control has conversions.`,
    );
  }
  if (!isMinimumReached && isAnyClear(results)) {
    return open(
      "Too early to tell.",
      `The interval already excludes zero, but early results often reverse. A verdict waits for ${MINIMUM}.`,
    );
  }
  return open(
    "Too early to tell.",
    fewest >= usersNeeded
      ? "There are enough visitors, but the experiment must run for a full week to cover every weekday."
      : `Needs ${formatCounted(usersNeeded, "visitor")} per variation to detect your target lift. The smallest variation has ${formatCount(fewest)}.`,
  );
}

/** The same after a stop, when waiting no longer helps. */
function endedEarly(
  results: ResultsResponse,
  { usersNeeded, isMinimumReached }: VerdictOf<"too-early">,
  isShipped: boolean,
): VerdictText {
  const sentence = isShipped ? "There was no clear result yet." : "Stopped without a clear result.";
  if (!isMinimumReached && isAnyClear(results))
    return open(sentence, `The interval excludes zero, but a verdict needs ${MINIMUM}.`);
  const fewest = fewestUsers(results);
  if (fewest >= usersNeeded)
    return open(sentence, "There were enough visitors, but it ran for less than a full week.");
  const needed = `${results.usersNeeded === null ? "at least " : ""}${formatCounted(usersNeeded, "visitor")}`;
  return open(
    sentence,
    `It needed ${needed} per variation to detect your target lift; the smallest variation had ${formatCount(fewest)}.`,
  );
}

/** Whether the interval of any variation of the primary metric excludes zero. */
function isAnyClear(results: ResultsResponse): boolean {
  return challengersOf(results).some(
    ({ sequential }) => sequential && (sequential.difference[0] > 0 || sequential.difference[1] < 0),
  );
}

/** Number of visitors in the smallest variation. */
export function fewestUsers({ sampleRatio }: Pick<ResultsResponse, "sampleRatio">): number {
  return Math.min(...sampleRatio.variations.map(({ users }) => users));
}

function challengersOf({ metrics }: ResultsResponse): VariationFigures[] {
  return metrics[0]?.variations.slice(1) ?? [];
}

/** One to three sentences: "Form sent: 12.00% vs. 10.00%, a lift of +20%. The lift is between … Chance to win: …" Empty if data is missing. */
function comparison({ metrics }: ResultsResponse, compared: { metric: string; variation: string }): string {
  const result = metrics.find(({ metric }) => metric.id === compared.metric);
  const [control] = result?.variations ?? [];
  const figures = result?.variations.find(({ variation }) => variation === compared.variation);
  if (!result || !control || !figures) return "";
  const { metric } = result;
  const lift = figures.lift === null ? "" : `, a lift of ${formatLift(figures.lift)}`;
  return [
    `${metric.name}: ${formatMean(metric, figures.mean)} vs. ${formatMean(metric, control.mean)}${lift}.`,
    figures.sequential?.lift && `The lift is ${betweenText(figures.sequential.lift)} (95%, always valid).`,
    figures.chanceToWin !== null && `Chance to win: ${formatChance(figures.chanceToWin)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** "between +4.1% and +20.3%". */
function betweenText([low, high]: IntervalEnds): string {
  return `between ${formatLift(low)} and ${formatLift(high)}`;
}
