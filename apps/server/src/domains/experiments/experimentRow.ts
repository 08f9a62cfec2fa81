import type { ExperimentSummary } from "@marquee/contract/schema";
import type { ChangeRecord } from "../../platform/storage/records/changeLog.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import { experiments } from "./tables.ts";

/** An experiment as stored. */
export type ExperimentRow = typeof experiments.$inferSelect;

/** Changes of one step; the caller adds who, when and the revision. */
export type ExperimentContent = Omit<ExperimentRow, "key" | "revision" | "updatedAt" | "updatedBy">;

interface StepAuthor extends Author {
  /** The step in the change history: an edit has the definitions, a start or stop the state. */
  line: Pick<ChangeRecord, "before" | "after">;
}

/** Experiments depend on each other: so save them with `changeExperiment`, which checks that. */
export const experimentRecord = versionedRecord({
  entity: "experiment",
  noun: "this experiment",
  missing: "Experiment not found.",
  table: experiments,
  key: "key",
  columnsOf: (content: ExperimentContent) => content,
  definitionOf: ({ definition, state, phase, startedAt, stoppedAt, shipped }) => ({
    definition,
    state,
    phase,
    startedAt,
    stoppedAt,
    shipped,
  }),
  stateOf: (row) => row,
  untouched: () => null,
  recorded: ({ author }: { author: StepAuthor }) => author.line,
});

/** All experiments, ordered by key. */
export async function readExperimentRows(db: Reader): Promise<ExperimentRow[]> {
  return (await experimentRecord.list(db)).states;
}

/** The row as the API returns it, with times in milliseconds since the epoch. */
export function summaryOf({ key: _key, ...row }: ExperimentRow): ExperimentSummary {
  return {
    ...row,
    startedAt: row.startedAt?.getTime() ?? null,
    stoppedAt: row.stoppedAt?.getTime() ?? null,
    updatedAt: row.updatedAt.getTime(),
  };
}
