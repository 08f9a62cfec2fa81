import { isDeepStrictEqual } from "node:util";
import type {
  Environment,
  ExperimentDefinition,
  FlagDefinition,
  Timestamp,
  Variation,
} from "@marquee/contract";
import type { ShipDecision } from "@marquee/contract/schema";
import type { Transaction } from "../../platform/storage/records/records.ts";
import { shadowingRules } from "../flags/buildPayload.ts";
import { type Decision, type ExperimentContext, storedOf } from "./changeExperiment.ts";
import { type CheckContext, checkDefinition } from "./checks/checkDefinition.ts";
import { refuse } from "./checks/refuse.ts";
import type { ExperimentRow } from "./experimentRow.ts";
import type { PublishTexts } from "./shipTexts.ts";

/** The value of a shipped variation, which everyone gets. */
interface Shipped {
  definition: ExperimentDefinition;
  variation: Variation;
  actor: string;
}

/**
 * Sets the default value of the experiment's flag, creating the flag if needed, or publishes it if it is the banner's. Writes the audit log entry in
 * the same transaction.
 */
export type SetDefault = (tx: Transaction, shipped: Shipped) => Promise<void>;

interface Shipping {
  /** Key of the variation to ship. */
  variation: string | undefined;
  decisions: readonly ShipDecision[];
  actor: string;
  setDefault: SetDefault;
  publishTexts: PublishTexts;
}

/**
 * Starts a draft or stopped experiment in a new phase.
 * @throws {ApiError} bad_request if it is incomplete or already running, or conflicts with another experiment or a rule.
 */
export async function startExperiment(
  standing: ExperimentContext,
  surroundings: CheckContext,
): Promise<Decision> {
  const current = storedOf(standing);
  if (current.state === "running") refuse(["This experiment is already running."]);
  const { definition, state, shipped } = current;
  await checkRunning(definition, standing, surroundings);
  const phase = current.phase + 1;
  return {
    content: {
      definition,
      state: "running",
      phase,
      startedAt: new Date(standing.now),
      stoppedAt: null,
      shipped,
    },
    action: "started",
    before: { state, phase: current.phase },
    after: { state: "running", phase, definition },
  };
}

/**
 * Checks that an experiment could run now: flags, pages and other experiments may have changed since it was saved.
 * @throws {ApiError} bad_request
 */
export async function checkRunning(
  definition: ExperimentDefinition,
  { otherExperiments, now }: Pick<ExperimentContext, "otherExperiments" | "now">,
  surroundings: CheckContext,
): Promise<void> {
  await checkDefinition(definition, otherExperiments, surroundings);
  const flag = await surroundings.findFlag(definition.flag);
  refuse([
    ...missingParts(definition),
    ...occupied(definition, otherExperiments),
    ...conflictingFlag(flag, surroundings.environment, now),
  ]);
}

/** Stops a running experiment. Its visitors get the flag's default value again. @throws {ApiError} bad_request if it is not running. */
export async function stopExperiment(standing: ExperimentContext): Promise<Decision> {
  const current = storedOf(standing);
  if (current.state !== "running") refuse(["This experiment is not running."]);
  const { definition, phase, startedAt, shipped } = current;
  return {
    content: { definition, state: "stopped", phase, startedAt, stoppedAt: new Date(standing.now), shipped },
    action: "stopped",
    before: { state: current.state },
    after: { state: "stopped" },
  };
}

function missingParts({ hypothesis, coverage, variations }: ExperimentDefinition): string[] {
  const [control, ...rest] = variations;
  const same = rest.filter(({ value }) => isDeepStrictEqual(value, control?.value));
  return [
    ...(hypothesis.trim() === ""
      ? ["hypothesis: Write down what you expect, and why, before you start."]
      : []),
    ...(coverage === 0 ? ["coverage: At 0%, no one takes part."] : []),
    ...variations
      .filter(({ weight }) => weight === 0)
      .map(({ name }) => `variations: ${name} has a weight of 0. No one would see it.`),
    ...same.map(
      ({ name }) => `variations: ${name} has the same value as the control. There is nothing to compare.`,
    ),
  ];
}

/**
 * The flag, if it would exclude everyone: it is archived, not used in this environment, or a rule applies to everyone.
 */
function conflictingFlag(flag: FlagDefinition | null, environment: Environment, now: Timestamp): string[] {
  if (!flag) return [];
  if (flag.isArchived) return [`flag: ${flag.key} is archived. Restore it first.`];
  if (!flag.environments.includes(environment))
    return [`flag: ${flag.key} is off in ${environment}, so no one would take part. Turn it on there first.`];
  return shadowingRules(flag, environment, now).map(
    ({ id, description }) =>
      `flag: A rule of ${flag.key} (${description || id}) applies to everyone, so no one would take part. Turn off that rule first.`,
  );
}

/** Conflicts with other experiments: two at once on a flag or page would distort each other's results. */
function occupied(
  { flag, kind, page }: ExperimentDefinition,
  otherExperiments: readonly ExperimentRow[],
): string[] {
  const inTheWay = otherExperiments.find(
    ({ state, definition }) =>
      state === "running" &&
      (definition.flag === flag ||
        (kind === "redirect" && definition.kind === kind && definition.page === page)),
  );
  const shipped = otherExperiments.find(
    ({ shipped, definition }) =>
      kind === "redirect" &&
      definition.kind === kind &&
      definition.page === page &&
      shipped !== null &&
      shipped !== definition.variations[0]?.key,
  );
  if (shipped)
    return [
      `page: ${page} is redirected because ${shipped.definition.name} was shipped. First ship its control or revert that change.`,
    ];
  const place = kind === "flag" ? `the flag ${flag}` : `the page ${page}`;
  return inTheWay
    ? [`The experiment ${inTheWay.definition.name} is running on ${place}. Stop it first.`]
    : [];
}

/**
 * Ships a variation: its texts are published, or its value becomes the flag's default. A running experiment stops.
 * @throws {ApiError} bad_request if the experiment is a draft, or the variation is unknown or cannot be shipped; conflict if a text was
 * published differently since the start and nobody has decided which one to keep.
 */
export async function shipVariation(
  standing: ExperimentContext,
  { variation, decisions, actor, setDefault, publishTexts }: Shipping,
): Promise<Decision> {
  const current = storedOf(standing);
  const { definition, state, phase, startedAt } = current;
  if (state === "draft")
    refuse(["This experiment has not run yet. Start it first, or change the flag directly."]);
  const chosen = definition.variations.find(({ key }) => key === variation);
  if (!chosen) return refuse([`variation: Use one of ${keysOf(definition.variations)}.`]);
  const { tx, now } = standing;
  if (definition.kind === "content")
    await publishTexts(tx, { experiment: current, variation: chosen, decisions }, { actor, now });
  else await setDefault(tx, { definition, variation: chosen, actor });
  const stoppedAt = state === "running" ? new Date(standing.now) : current.stoppedAt;
  return {
    content: { definition, state: "stopped", phase, startedAt, stoppedAt, shipped: chosen.key },
    action: "shipped",
    before: { state, shipped: current.shipped },
    after: { state: "stopped", shipped: chosen.key },
  };
}

function keysOf(variations: readonly { key: string }[]): string {
  return variations.map(({ key }) => key).join(", ");
}
