import type { ExperimentDefinition, FlagDefinition, Metric, Variation } from "@marquee/contract";
import type { PageTextResponse } from "@marquee/contract/schema";
import { valueProblem } from "../../flags/valueProblem.ts";
import type { ExperimentRow } from "../experimentRow.ts";
import { contentProblems } from "./contentProblems.ts";
import { redirectProblems } from "./redirectProblems.ts";
import { refuse, repeated } from "./refuse.ts";

/** Shares as a person types them add up to 1 only nearly: three thirds are 0.999. */
const TOLERANCE = 0.001;

/** What an experiment is checked against. */
export interface Surroundings {
  /** A flag as it stands, of the site's code or of the console; null where there is none. */
  findFlag(key: string): Promise<FlagDefinition | null> | FlagDefinition | null;
  /** The texts of a page that can vary; null for a page that has none. Without it there are no content experiments. */
  readPageText?: (page: string) => Promise<PageTextResponse | null>;
  /** Whether the site answers a path with a page. Without it every path may be one. */
  isPage?: (path: string) => boolean;
}

/** Refuses a definition that hangs together badly, naming each field. @throws {ApiError} bad_request */
export async function checkDefinition(
  definition: ExperimentDefinition,
  others: readonly ExperimentRow[],
  surroundings: Surroundings,
): Promise<void> {
  refuse([
    ...variationProblems(definition.variations),
    ...metricProblems(definition.metrics),
    ...(await kindProblems(definition, others, surroundings)),
  ]);
}

async function kindProblems(
  definition: ExperimentDefinition,
  others: readonly ExperimentRow[],
  { findFlag, readPageText, isPage }: Surroundings,
): Promise<string[]> {
  const { kind, flag, page } = definition;
  if (kind === "redirect") return redirectProblems(definition, others, isPage);
  if (kind === "flag") return flagProblems(definition, await findFlag(flag));
  return contentProblems(definition, (await readPageText?.(page)) ?? null);
}

/** What is wrong with an experiment on a flag: the flag, or values that it cannot answer. */
function flagProblems({ flag, page, variations }: ExperimentDefinition, found: FlagDefinition | null) {
  const pageProblems = page === "" ? [] : ["page: An experiment on a flag has no page; leave it empty."];
  if (!found) return [...pageProblems, `flag: There is no flag ${flag}; create it first.`];
  if (found.isArchived)
    return [...pageProblems, `flag: ${flag} is archived; take it out of the archive first.`];
  const values = variations.flatMap(({ value }, index) => {
    const problem = valueProblem(found, value);
    return problem ? [`variations.${index}.value: ${problem}`] : [];
  });
  return [...pageProblems, ...values];
}

/** What is wrong with keys and weights. */
function variationProblems(variations: readonly Variation[]): string[] {
  const sum = variations.reduce((total, { weight }) => total + weight, 0);
  const isOff = Math.abs(sum - 1) > TOLERANCE + Number.EPSILON * variations.length;
  return [
    ...repeated(variations.map(({ key }) => key)).map(
      (key) => `variations: ${key} is the key of two variations; each needs its own.`,
    ),
    ...(isOff ? [`variations: The weights make ${Number(sum.toFixed(4))} together; they must make 1.`] : []),
  ];
}

/** What is wrong with the metrics. The first decides, so that it is hoped for and not merely watched. */
function metricProblems(metrics: readonly Metric[]): string[] {
  return [
    ...repeated(metrics.map(({ id }) => id)).map(
      (id) => `metrics: ${id} is the id of two metrics; each needs its own.`,
    ),
    ...(metrics[0]?.isGuardrail
      ? [
          "metrics.0: The first metric decides the experiment and cannot be a guardrail; put another one first.",
        ]
      : []),
    ...metrics.flatMap(problemsOfOne),
  ];
}

function problemsOfOne({ name, type, property, path }: Metric, index: number): string[] {
  const place = `metrics.${index}`;
  return [
    ...(type === "mean" && property.trim() === ""
      ? [`${place}.property: ${name} is a mean; name the numeric property of the event to average.`]
      : []),
    ...(type !== "mean" && property !== ""
      ? [`${place}.property: Only a mean has a property; ${name} is a ${type}.`]
      : []),
    ...(path === "" || path === "*" || path.startsWith("/")
      ? []
      : [`${place}.path: Write a path of this site that starts with "/", such as /pricing or /lp/*.`]),
  ];
}
