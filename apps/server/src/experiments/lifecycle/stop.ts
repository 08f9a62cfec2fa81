import type { Decision, Standing } from "../changeExperiment.ts";
import { refuse } from "../checks/refuse.ts";
import { storedOf } from "./storedOf.ts";

/** A running one ends; everybody gets the flag's default. @throws {ApiError} bad_request */
export async function stopExperiment(standing: Standing): Promise<Decision> {
  const current = storedOf(standing);
  if (current.state !== "running") refuse(["It does not run."]);
  const { definition, phase, startedAt, shipped } = current;
  return {
    content: { definition, state: "stopped", phase, startedAt, stoppedAt: new Date(standing.now), shipped },
    action: "stopped",
    before: { state: current.state },
    after: { state: "stopped" },
  };
}
