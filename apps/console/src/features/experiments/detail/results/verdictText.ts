import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsResponse, VariationFigures, Verdict } from "@marquee/contract/schema";
import { formatCount, formatCounted } from "../../../../shared/format/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { formatChance, formatInterval, formatLift, formatMean, formatPValue } from "./formatFigures.ts";

/** A result summarized in plain words. */
export interface VerdictText {
  tone: "good" | "bad" | "open";
  /** The verdict in one sentence. */
  sentence: string;
  /** The numbers behind it. */
  details: string;
  /** The next step, shown while the experiment runs. */
  advice?: string;
}

type Names = Pick<ExperimentDefinition, "variations" | "minimumEffect">;
type VerdictOf<Kind extends Verdict["kind"]> = Extract<Verdict, { kind: Kind }>;

/**
 * The verdict in words.
 * @param names current names of the variations.
 */
export function verdictText(results: ResultsResponse, names: Names): VerdictText {
  const { verdict } = results;
  switch (verdict.kind) {
    case "not-started":
      return open(
        "Not running yet.",
        "Preview each variation, then start. Results appear with the first visitors.",
      );
    case "no-visitors":
      return open("No visitors yet.", "Only consented visitors take part, from their next page view on.");
    case "sample-ratio-mismatch":
      return mismatch(verdict);
    case "winner":
      return winner(results, verdict, names);
    case "loser":
      return loser(results, verdict, names);
    case "guardrail-harmed":
      return harmed(results, verdict, names);
    case "no-difference":
      return noDifference(results);
    case "too-early":
      return tooEarly(results, verdict, names);
  }
}

function open(sentence: string, details: string): VerdictText {
  return { tone: "open", sentence, details };
}

function mismatch({ pValue }: VerdictOf<"sample-ratio-mismatch">): VerdictText {
  return {
    tone: "bad",
    sentence: "Don't trust these results: the visitor split doesn't match the weights.",
    details: `The probability of a split this uneven by chance is ${formatPValue(pValue)}. Find the cause before you use the results: a variation that loads slower, a redirect that loses visitors, or a bot that sees only one variation.`,
  };
}

function winner(
  results: ResultsResponse,
  { metric, variation }: VerdictOf<"winner">,
  names: Names,
): VerdictText {
  const [control] = names.variations;
  return {
    tone: "good",
    sentence: `${variationName(names, variation)} beats ${control?.name ?? "the control"}.`,
    details: comparison(results, metric, variation),
    advice: "Ship it, or keep it running to narrow the interval.",
  };
}

function loser(
  results: ResultsResponse,
  { metric, variation }: VerdictOf<"loser">,
  names: Names,
): VerdictText {
  const [control, , another] = names.variations;
  const who = another ? "every variation" : variationName(names, variation);
  return {
    tone: "bad",
    sentence: `${control?.name ?? "The control"} beats ${who}.`,
    details: comparison(results, metric, variation),
    advice: "Stop it and keep the control.",
  };
}

function harmed(
  results: ResultsResponse,
  { metric, variation }: VerdictOf<"guardrail-harmed">,
  names: Names,
): VerdictText {
  const name = results.metrics.find((each) => each.metric.id === metric)?.metric.name ?? metric;
  return {
    tone: "bad",
    sentence: `${variationName(names, variation)} worsens a guardrail: ${name}.`,
    details: comparison(results, metric, variation),
    advice: "Stop it unless you know the cause and accept it.",
  };
}

function noDifference(results: ResultsResponse): VerdictText {
  const intervals = challengersOf(results, 0).flatMap(({ sequential }) => (sequential ? [sequential] : []));
  const where =
    intervals.length === 0
      ? ""
      : ` The lift is ${intervals.map((each) => `between ${formatInterval(each).replace(" to ", " and ")}`).join("; ")}.`;
  return open(
    "No meaningful difference.",
    `The sample is large enough to find your minimum detectable effect.${where} Keep the simpler version or test a bigger change.`,
  );
}

function tooEarly(
  results: ResultsResponse,
  { usersNeeded }: VerdictOf<"too-early">,
  { minimumEffect }: Names,
): VerdictText {
  const fewest = fewestUsers(results);
  // Null means no data to calculate from. `verdict.usersNeeded` is then the minimum for any verdict.
  if (results.usersNeeded === null) {
    return open(
      "Too early to tell.",
      `Needs at least ${formatCounted(usersNeeded, "visitor")} per variation. The sample size for a lift of ${formatLift(minimumEffect).replace("+", "")} can be calculated once the control has conversions.`,
    );
  }
  return open(
    "Too early to tell.",
    fewest >= usersNeeded
      ? "There are enough visitors, but the experiment must run for a full week to cover every weekday."
      : `Needs ${formatCounted(usersNeeded, "visitor")} per variation to detect your target lift. The smallest variation has ${formatCount(fewest)}.`,
  );
}

/** Number of visitors in the smallest variation. */
export function fewestUsers({ sampleRatio }: Pick<ResultsResponse, "sampleRatio">): number {
  return Math.min(...sampleRatio.variations.map(({ users }) => users));
}

function challengersOf({ metrics }: ResultsResponse, index: number): VariationFigures[] {
  return metrics[index]?.variations.slice(1) ?? [];
}

/** One to three sentences: "Form sent: 12.00% vs. 10.00%, a lift of +20%. The lift is between … Chance to win: …" Empty if data is missing. */
function comparison({ metrics }: ResultsResponse, id: string, key: string): string {
  const result = metrics.find(({ metric }) => metric.id === id);
  const [control] = result?.variations ?? [];
  const own = result?.variations.find(({ variation }) => variation === key);
  if (!result || !control || !own) return "";
  const { metric } = result;
  const lift = own.lift === null ? "" : `, a lift of ${formatLift(own.lift)}`;
  return [
    `${metric.name}: ${formatMean(metric, own.mean)} vs. ${formatMean(metric, control.mean)}${lift}.`,
    own.sequential &&
      `The lift is between ${formatInterval(own.sequential).replace(" to ", " and ")} (sequential interval).`,
    own.chanceToWin !== null && `Chance to win: ${formatChance(own.chanceToWin)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
