import type { Json } from "@marquee/contract";
import { type Decision, type ExperimentContext, storedOf, type Transaction } from "../changeExperiment.ts";
import { refuse } from "../checks/refuse.ts";

/** Makes a value the default of a flag, creating the flag where there is none; its audit line is in the same transaction. */
export type SetDefault = (tx: Transaction, flag: string, value: Json, actor: string) => Promise<void>;

interface Shipping {
  /** Key of the one that everybody gets. */
  variation: string | undefined;
  actor: string;
  setDefault: SetDefault;
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
