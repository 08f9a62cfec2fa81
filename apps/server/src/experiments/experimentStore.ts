import type { Timestamp } from "@marquee/contract";
import type { ExperimentChange, ExperimentStep, ExperimentSummary } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { experiments } from "../storage/records/schema.ts";
import { changeExperiment, type Decision, type Standing } from "./changeExperiment.ts";
import type { Surroundings } from "./checks/checkDefinition.ts";
import { readExperimentRows, summaryOf } from "./experimentRow.ts";
import { type SetDefault, shipVariation } from "./lifecycle/ship.ts";
import { startExperiment } from "./lifecycle/start.ts";
import { stopExperiment } from "./lifecycle/stop.ts";
import { saveExperiment } from "./saveExperiment.ts";

/** What the store needs of the rest of the server. */
export interface ExperimentParts extends Surroundings {
  setDefault: SetDefault;
  /** Called after each change that is stored. */
  onChange(): Promise<void> | void;
}

/** Experiments as the console changes them; README.md draws their states. `actor` is an e-mail address. */
export interface ExperimentStore {
  /** @throws {ApiError} not_found */
  find(key: string): Promise<ExperimentSummary>;
  /** All of them, drafts included, by key. */
  list(): Promise<ExperimentSummary[]>;
  /** Creates with revision 0. `action` is what the audit log says. @throws {ApiError} bad_request, not_found, conflict */
  save(change: ExperimentChange, actor: string, action?: string): Promise<ExperimentSummary>;
  /** @throws {ApiError} bad_request, not_found, conflict */
  start(key: string, step: ExperimentStep, actor: string): Promise<ExperimentSummary>;
  stop(key: string, step: ExperimentStep, actor: string): Promise<ExperimentSummary>;
  ship(key: string, step: ExperimentStep, actor: string): Promise<ExperimentSummary>;
}

/** All of them, drafts included, by key. */
export async function listExperiments(db: Pick<RecordsDatabase, "select">): Promise<ExperimentSummary[]> {
  return (await readExperimentRows(db)).map(summaryOf);
}

export function createExperimentStore(
  options: ExperimentParts & { db: RecordsDatabase; now: () => Timestamp },
): ExperimentStore {
  const { db, now, onChange, setDefault } = options;
  const change = async (
    request: { key: string; revision: number; actor: string },
    decide: (standing: Standing) => Promise<Decision>,
  ) => {
    const row = await changeExperiment(db, { ...request, now: now() }, decide);
    await onChange();
    return summaryOf(row);
  };
  return {
    list: () => listExperiments(db),
    async find(key) {
      const [row] = await db.select().from(experiments).where(eq(experiments.key, key));
      if (!row) throw new ApiError("not_found", `There is no experiment ${key}.`);
      return summaryOf(row);
    },
    save: ({ revision, definition }, actor, action) =>
      change({ key: definition.key, revision, actor }, (standing) =>
        saveExperiment(standing, definition, { surroundings: options, action }),
      ),
    start: (key, { revision }, actor) =>
      change({ key, revision, actor }, (standing) => startExperiment(standing, options)),
    stop: (key, { revision }, actor) => change({ key, revision, actor }, stopExperiment),
    ship: (key, { revision, variation }, actor) =>
      change({ key, revision, actor }, (standing) =>
        shipVariation(standing, { variation, actor, setDefault }),
      ),
  };
}
