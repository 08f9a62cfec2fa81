import type { ExperimentState } from "@marquee/contract";
import { type Decision, type ExperimentContext, storedOf } from "./changeExperiment.ts";
import type { CheckContext } from "./checks/checkDefinition.ts";
import { refuse } from "./checks/refuse.ts";
import type { ExperimentRow } from "./experimentRow.ts";
import { checkRunning, stopExperiment } from "./lifecycle.ts";
import { readPhases } from "./phases.ts";

/** A step as the change history recorded it. */
export type RevertedStep =
  | { action: "created" | "stopped" }
  | {
      action: "started";
      /** State and phase before the start. */
      before: { state: ExperimentState; phase: number };
    };

interface RevertOptions {
  surroundings: CheckContext;
  /** Whether anyone has seen the latest phase. */
  wasSeen: boolean;
}

/**
 * Undoes the latest step of an experiment:
 * - created: deletes the draft. If it has been started, it stops instead.
 * - started: restores the previous state if nobody has seen it. Otherwise it stops, because there are results.
 * - stopped: the phase continues. Visitors keep their variations, and new ones are added to the same results.
 * @throws {ApiError} bad_request if the experiment could not run now, or is in another state
 */
export async function revertStep(
  standing: ExperimentContext,
  step: RevertedStep,
  { surroundings, wasSeen }: RevertOptions,
): Promise<Decision> {
  const current = storedOf(standing);
  switch (step.action) {
    case "created":
      return current.phase === 0 ? deletion(current) : reverted(await stopExperiment(standing));
    case "started":
      if (current.state !== "running") refuse(["This experiment is not running."]);
      return wasSeen ? reverted(await stopExperiment(standing)) : backTo(step.before, current, standing);
    case "stopped":
      return resume(current, standing, surroundings);
  }
}

const reverted = (decision: Decision): Decision => ({ ...decision, action: "reverted" });

function deletion({ definition }: ExperimentRow): Decision {
  return { content: null, action: "reverted", before: definition, after: null };
}

/** The state before a start that nobody has seen: a draft, or the end of the previous phase. */
async function backTo(
  { state, phase }: { state: ExperimentState; phase: number },
  current: ExperimentRow,
  { tx }: Pick<ExperimentContext, "tx">,
): Promise<Decision> {
  const previous = (await readPhases(tx, current.key)).find((each) => each.phase === phase);
  const { startedAt = null, stoppedAt = null } = previous ?? {};
  const { definition, shipped } = current;
  return {
    content: { definition, state, phase, startedAt, stoppedAt, shipped },
    action: "reverted",
    before: { state: current.state, phase: current.phase },
    after: { state, phase },
  };
}

async function resume(
  current: ExperimentRow,
  standing: ExperimentContext,
  surroundings: CheckContext,
): Promise<Decision> {
  const { definition, state, phase, startedAt, shipped } = current;
  if (state !== "stopped") refuse(["This experiment is not stopped."]);
  await checkRunning(definition, standing, surroundings);
  return {
    content: { definition, state: "running", phase, startedAt, stoppedAt: null, shipped },
    action: "reverted",
    before: { state, phase },
    after: { state: "running", phase },
  };
}
