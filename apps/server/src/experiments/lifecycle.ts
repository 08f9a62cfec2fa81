import { isDeepStrictEqual } from "node:util";
import type { ExperimentDefinition, FlagDefinition, Json, Timestamp } from "@marquee/contract";
import { shadowingRules } from "../flags/buildPayload.ts";
import { type Decision, type ExperimentContext, storedOf, type Transaction } from "./changeExperiment.ts";
import { checkDefinition, type Surroundings } from "./checks/checkDefinition.ts";
import { refuse } from "./checks/refuse.ts";
import type { ExperimentRow } from "./experimentRow.ts";

/** Makes a value the default of a flag, creating the flag where there is none; its audit line is in the same transaction. */
export type SetDefault = (tx: Transaction, flag: string, value: Json, actor: string) => Promise<void>;

interface Shipping {
  /** Key of the one that everybody gets. */
  variation: string | undefined;
  actor: string;
  setDefault: SetDefault;
}

/** A draft or a stopped one runs in a new phase. @throws {ApiError} bad_request when it is incomplete or another one is in its way. */
export async function startExperiment(
  standing: ExperimentContext,
  surroundings: Surroundings,
): Promise<Decision> {
  const current = storedOf(standing);
  if (current.state === "running") refuse(["This experiment is already running."]);
  const { definition, state, shipped } = current;
  // Flags, pages and other experiments may have changed since it was saved.
  await checkDefinition(definition, standing.others, surroundings);
  refuse([
    ...missingParts(definition),
    ...occupied(definition, standing.others),
    ...conflictingRule(await surroundings.findFlag(definition.flag), standing.now),
  ]);
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
    // The definition at start: a phase is evaluated by it, whatever is edited later.
    after: { state: "running", phase, definition },
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

/** Reasons why no one would take part. */
function conflictingRule(flag: FlagDefinition | null, now: Timestamp): string[] {
  if (!flag) return [];
  if (flag.isArchived) return [`flag: ${flag.key} is archived. Restore it first.`];
  return shadowingRules(flag, now).map(
    ({ id, description }) =>
      `flag: A rule of ${flag.key} (${description || id}) applies to everyone, so no one would take part. Turn off that rule first.`,
  );
}

/** Two at once on one flag or page would mix what they find. */
function occupied({ flag, kind, page }: ExperimentDefinition, others: readonly ExperimentRow[]): string[] {
  const inTheWay = others.find(
    ({ state, definition }) =>
      state === "running" &&
      (definition.flag === flag ||
        (kind === "redirect" && definition.kind === kind && definition.page === page)),
  );
  const shipped = others.find(
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

/** Everybody gets one variation from now on; a running experiment ends with it. @throws {ApiError} bad_request */
export async function shipVariation(
  standing: ExperimentContext,
  { variation, actor, setDefault }: Shipping,
): Promise<Decision> {
  const current = storedOf(standing);
  const { definition, state, phase, startedAt } = current;
  if (state === "draft")
    refuse(["This experiment has not run yet. Start it first, or change the flag directly."]);
  const chosen = definition.variations.find(({ key }) => key === variation);
  if (!chosen) return refuse([`variation: Use one of ${keysOf(definition.variations)}.`]);
  await setDefault(standing.tx, definition.flag, chosen.value, actor);
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
