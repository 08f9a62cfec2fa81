import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsResponse, VariationFigures, Verdict } from "@marquee/contract/schema";
import { formatCount, formatCounted } from "../../../../shared/format/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { formatChance, formatInterval, formatLift, formatMean, formatPValue } from "./formatFigures.ts";

/** What a result says in plain words. */
export interface VerdictText {
  tone: "good" | "bad" | "open";
  /** The one sentence. */
  sentence: string;
  /** The numbers behind it. */
  details: string;
  /** What to do while it runs. */
  advice?: string;
}

type Names = Pick<ExperimentDefinition, "variations" | "minimumEffect">;
type VerdictOf<Kind extends Verdict["kind"]> = Extract<Verdict, { kind: Kind }>;

/** The verdict in words. @param names of the variations, as they are called now. */
export function verdictText(results: ResultsResponse, names: Names): VerdictText {
  const { verdict } = results;
  switch (verdict.kind) {
    case "not-started":
      return open(
        "Nothing is shown to anybody yet.",
        "Look at each variation by its preview, then start it: the first numbers come with the first visitors.",
      );
    case "no-visitors":
      return open(
        "Nobody has seen it yet.",
        "Only visitors who agreed to be measured take part, from their next page on.",
      );
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
    sentence: "These numbers cannot be trusted: visitors are not split as planned.",
    details: `So uneven a split comes by chance with a probability of ${formatPValue(pValue)}. Find out why before you read anything below: a variation that loads slower, a redirect that loses visitors, a machine that sees one variation only.`,
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
    sentence: `${variationName(names, variation)} does better than ${control?.name ?? "the control"}.`,
    details: comparison(results, metric, variation),
    advice: "Ship it, or let it run on to know the size of the lift more closely.",
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
    sentence: `${control?.name ?? "The control"} does better than ${who}.`,
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
    sentence: `${variationName(names, variation)} harms a guardrail: ${name}.`,
    details: comparison(results, metric, variation),
    advice: "Stop it, unless you know why and accept it.",
  };
}

function noDifference(results: ResultsResponse): VerdictText {
  const intervals = challengersOf(results, 0).flatMap(({ sequential }) => (sequential ? [sequential] : []));
  const where =
    intervals.length === 0
      ? ""
      : ` The lift lies ${intervals.map((each) => `between ${formatInterval(each).replace(" to ", " and ")}`).join("; ")}.`;
  return open(
    "No difference that was worth finding.",
    `As many visitors came as it takes to see the smallest lift that you wanted to find.${where} Keep what is simpler, or try something bolder.`,
  );
}

function tooEarly(
  results: ResultsResponse,
  { usersNeeded }: VerdictOf<"too-early">,
  { minimumEffect }: Names,
): VerdictText {
  const fewest = fewestUsers(results);
  // Null while there is nothing to reckon from; the verdict then holds only the fewest that anything is said of.
  if (results.usersNeeded === null) {
    return open(
      "Too early to tell.",
      `At least ${formatCounted(usersNeeded, "visitor")} in each variation before anything is said; how many it takes for a lift of ${formatLift(minimumEffect).replace("+", "")} can be told once the control has conversions.`,
    );
  }
  return open(
    "Too early to tell.",
    fewest >= usersNeeded
      ? "There are visitors enough, but a whole week has to pass, so that every weekday was seen."
      : `It takes ${formatCounted(usersNeeded, "visitor")} in each variation to find the lift you look for; the smallest has ${formatCount(fewest)}.`,
  );
}

/** Of the variation that has the fewest. */
export function fewestUsers({ sampleRatio }: Pick<ResultsResponse, "sampleRatio">): number {
  return Math.min(...sampleRatio.variations.map(({ users }) => users));
}

function challengersOf({ metrics }: ResultsResponse, index: number): VariationFigures[] {
  return metrics[index]?.variations.slice(1) ?? [];
}

/** How a variation does by one metric, in one to three sentences: "Form sent: 12.00% against 10.00%, a lift of +20%. However often one looks, it lies between …; the chance that …" */
function comparison({ metrics }: ResultsResponse, id: string, key: string): string {
  const result = metrics.find(({ metric }) => metric.id === id);
  const [control] = result?.variations ?? [];
  const own = result?.variations.find(({ variation }) => variation === key);
  if (!result || !control || !own) return "";
  const { metric } = result;
  const lift = own.lift === null ? "" : `, a lift of ${formatLift(own.lift)}`;
  return [
    `${metric.name}: ${formatMean(metric, own.mean)} against ${formatMean(metric, control.mean)}${lift}.`,
    own.sequential &&
      `However often one looks, the lift lies between ${formatInterval(own.sequential).replace(" to ", " and ")}.`,
    own.chanceToWin !== null && `The chance that it is better is ${formatChance(own.chanceToWin)}.`,
  ]
    .filter(Boolean)
    .join(" ");
}
