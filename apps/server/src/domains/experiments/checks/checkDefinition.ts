import {
  type Environment,
  type ExperimentDefinition,
  type FlagDefinition,
  type Json,
  type Metric,
  pathProblem,
  type Variation,
} from "@marquee/contract";
import { conditionProblem } from "../../flags/targeting.ts";
import { valueProblem } from "../../flags/valueProblem.ts";
import type { ExperimentRow } from "../experimentRow.ts";
import { type ContentContext, contentProblems } from "./contentProblems.ts";
import { refuse, repeated } from "./refuse.ts";

/** Weights typed by a person may not add up to exactly 1: three thirds are 0.999. */
const TOLERANCE = 0.001;

/** The context that an experiment is checked against. */
export interface CheckContext extends ContentContext {
  /** A built-in or custom flag; null if it does not exist. */
  findFlag(key: string): Promise<FlagDefinition | null> | FlagDefinition | null;
  /** Environment of this server. Rules of other environments are ignored. */
  environment: Environment;
  /** Whether the site has a page at a path. Without this function, every path is accepted. */
  isPage?: (path: string) => boolean;
}

/** Checks a definition for consistency. @throws {ApiError} bad_request that names each invalid field. */
export async function checkDefinition(
  definition: ExperimentDefinition,
  otherExperiments: readonly ExperimentRow[],
  surroundings: CheckContext,
): Promise<void> {
  refuse([
    ...variationProblems(definition.variations),
    ...metricProblems(definition.metrics),
    ...definition.targeting.flatMap((condition, index) => {
      const problem = conditionProblem(condition);
      return problem ? [`targeting.${index}: ${problem}`] : [];
    }),
    ...(await kindProblems(definition, otherExperiments, surroundings)),
  ]);
}

async function kindProblems(
  definition: ExperimentDefinition,
  otherExperiments: readonly ExperimentRow[],
  { findFlag, isPage, ...content }: CheckContext,
): Promise<string[]> {
  const { kind, flag } = definition;
  if (kind === "redirect") return redirectProblems(definition, otherExperiments, isPage);
  if (kind === "flag") return flagProblems(definition, await findFlag(flag));
  return contentProblems(definition, content);
}

/** Problems of a flag experiment: a page, a missing or archived flag, or invalid values. */
function flagProblems({ flag, page, variations }: ExperimentDefinition, storedFlag: FlagDefinition | null) {
  const pageProblems = page === "" ? [] : ["page: A flag experiment has no page. Leave it empty."];
  if (!storedFlag) return [...pageProblems, `flag: There is no flag ${flag}. Create it first.`];
  if (storedFlag.isArchived) return [...pageProblems, `flag: ${flag} is archived. Restore it first.`];
  const values = variations.flatMap(({ value }, index) => {
    const problem = valueProblem(storedFlag, value);
    return problem ? [`variations.${index}.value: ${problem}`] : [];
  });
  return [...pageProblems, ...values];
}

/** Problems of keys and weights. */
function variationProblems(variations: readonly Variation[]): string[] {
  const sum = variations.reduce((total, { weight }) => total + weight, 0);
  const isOff = Math.abs(sum - 1) > TOLERANCE + Number.EPSILON * variations.length;
  return [
    ...repeated(variations.map(({ key }) => key)).map(
      (key) => `variations: Two variations have the key ${key}. Keys must be unique.`,
    ),
    ...(isOff ? [`variations: The weights add up to ${Number(sum.toFixed(4))}. They must add up to 1.`] : []),
  ];
}

/** Problems of the metrics. The first metric is the primary metric, so it cannot be a guardrail. */
function metricProblems(metrics: readonly Metric[]): string[] {
  return [
    ...repeated(metrics.map(({ id }) => id)).map(
      (id) => `metrics: Two metrics have the ID ${id}. IDs must be unique.`,
    ),
    ...(metrics[0]?.isGuardrail
      ? ["metrics.0: The primary metric can't be a guardrail. Put another metric first."]
      : []),
    ...metrics.flatMap(problemsOfOne),
  ];
}

function problemsOfOne(metric: Metric, index: number): string[] {
  const { name, type, property, path, condition, worth, lead } = metric;
  const place = `metrics.${index}`;
  if (condition && lead) return [`${place}: ${name} counts a goal and leads. A metric counts one of them.`];
  if (condition) return goalProblems(metric, place);
  if (worth !== undefined) return [`${place}.worth: Only a goal has a worth. ${name} isn't a goal.`];
  if (lead) return leadProblems(metric, place);
  const hasNumber = type === "mean" || type === "value";
  return [
    ...(hasNumber && property.trim() === ""
      ? [
          `${place}.property: ${name} is a ${type}. Enter the numeric event property to ${type === "mean" ? "average" : "add up"}.`,
        ]
      : []),
    ...(!hasNumber && property !== ""
      ? [`${place}.property: Only a mean or a value has a property. ${name} is a ${type}.`]
      : []),
    ...(path === "" || path === "*" || path.startsWith("/")
      ? []
      : [`${place}.path: Enter a path that starts with "/", such as /pricing or /lp/*.`]),
  ];
}

const hasNoEvent = ({ event, path, property }: Metric) => event === "" && path === "" && property === "";

function goalProblems(metric: Metric, place: string): string[] {
  const { name, type, worth } = metric;
  if (type === "mean" || !hasNoEvent(metric))
    return [`${place}: ${name} is a goal. A goal has no event, pages or average of its own.`];
  const isWorth = type === "value" ? worth !== undefined && worth > 0 : worth === undefined;
  return isWorth
    ? []
    : [
        `${place}.worth: ${name} is a ${type}. A goal has a worth above 0 if its type is value, and otherwise none.`,
      ];
}

function leadProblems(metric: Metric, place: string): string[] {
  const { name, type, lead } = metric;
  if (!hasNoEvent(metric)) return [`${place}: ${name} counts leads. Leads have no event, pages or property.`];
  const isFit = lead === "won_value" ? type === "value" : type === "conversion" || type === "count";
  return isFit
    ? []
    : [
        `${place}.type: ${name} can't be a ${type}. Won value is a value; leads and won leads are a conversion or a count.`,
      ];
}

/** Problems of a redirect experiment. */
function redirectProblems(
  { key, flag, page, variations }: ExperimentDefinition,
  otherExperiments: readonly ExperimentRow[],
  isPage: (path: string) => boolean = () => true,
): string[] {
  const expected = `redirect.${key}`;
  const problemOf = (path: Json) =>
    pathProblem(path) ??
    (isPage(String(path)) ? null : `There is no page ${path}. Visitors would see an error.`);
  const badPage = problemOf(page);
  return [
    ...(flag === expected
      ? []
      : [`flag: A redirect experiment uses the flag named after its key. Use ${expected}.`]),
    ...(badPage ? [`page: ${badPage}`] : []),
    ...variations.flatMap(({ value }, index) => {
      const problem = problemOf(value);
      return problem ? [`variations.${index}.value: ${problem}`] : [];
    }),
    ...(variations[0]?.value === page
      ? []
      : [`variations.0.value: The control stays on the page. Its value must be ${page}.`]),
    ...chainProblems({ page, variations }, otherExperiments.filter(isInForce)),
  ];
}

/** Whether the experiment redirects visitors, now or after a start. */
function isInForce({ state, shipped, definition }: ExperimentRow): boolean {
  if (definition.kind !== "redirect") return false;
  return state !== "stopped" || (shipped !== null && shipped !== definition.variations[0]?.key);
}

/** Rejects chains: a target must not be a page that another experiment redirects, nor the reverse. This also excludes loops. */
function chainProblems(
  { page, variations }: Pick<ExperimentDefinition, "page" | "variations">,
  otherExperiments: readonly ExperimentRow[],
): string[] {
  return otherExperiments.flatMap(({ definition: other }) => [
    ...variations.flatMap(({ value }, index) =>
      value !== page && value === other.page
        ? [
            `variations.${index}.value: The experiment ${other.name} redirects ${other.page}. Choose another page.`,
          ]
        : [],
    ),
    ...(page !== other.page && other.variations.some(({ value }) => value === page)
      ? [`page: The experiment ${other.name} redirects to ${page}. Redirects can't be chained.`]
      : []),
  ]);
}
