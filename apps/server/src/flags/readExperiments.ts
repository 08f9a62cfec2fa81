import type { ExperimentState } from "@marquee/contract";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { experiments } from "../storage/records/schema.ts";
import type { RunningExperiment } from "./buildPayload.ts";

/** An experiment in whatever state, as far as evaluation needs it. */
export interface KnownExperiment extends RunningExperiment {
  state: ExperimentState;
}

/** Drafts, running and stopped ones: links show drafts before anybody else sees them. */
export function readExperiments(db: Pick<RecordsDatabase, "select">): Promise<KnownExperiment[]> {
  return db
    .select({ definition: experiments.definition, phase: experiments.phase, state: experiments.state })
    .from(experiments);
}
