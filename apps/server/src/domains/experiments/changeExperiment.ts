import type { Timestamp } from "@marquee/contract";
import { eq, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { type ChangeRecord, recordChange } from "../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { conflict } from "../../platform/versioned/versionedRecord.ts";
import type { Author } from "../../platform/versioned/versionedRecord.types.ts";
import {
  type ExperimentContent,
  type ExperimentRow,
  experimentRecord,
  readExperimentRows,
} from "./experimentRow.ts";
import { updatePhases } from "./phases.ts";
import { experiments } from "./tables.ts";

/** State that a change is based on. The table is locked for writes until the change is stored. */
export interface ExperimentContext {
  tx: Transaction;
  /** Null for a new experiment. */
  current: ExperimentRow | null;
  /** All other experiments. */
  otherExperiments: ExperimentRow[];
  now: Timestamp;
}

/** The new content of an experiment, and its audit log entry. */
export interface Decision extends Pick<ChangeRecord, "action" | "before" | "after"> {
  /** Null deletes the experiment. */
  content: ExperimentContent | null;
}

interface ChangeRequest extends Author {
  key: string;
  /** Revision that the editor started from; 0 for a new experiment. */
  revision: number;
}

/**
 * Changes one experiment and writes the audit log in one transaction.
 * @param decide returns the new state; throwing rolls everything back.
 * @returns the stored experiment; null if it was deleted.
 * @throws {ApiError} conflict if the revision is outdated or a new key is taken, not_found if the experiment does not exist.
 */
export function changeExperiment(
  db: RecordsDatabase,
  { key, revision, actor, now }: ChangeRequest,
  decide: (standing: ExperimentContext) => Promise<Decision>,
): Promise<ExperimentRow | null> {
  return db.transaction(async (tx) => {
    // Experiments depend on each other, so concurrent changes run one after another. Reads are not blocked.
    await tx.execute(sql`lock table ${experiments} in share row exclusive mode`);
    const rows = await readExperimentRows(tx);
    const current = rows.find((row) => row.key === key) ?? null;
    checkRevision(current, revision);
    const otherExperiments = rows.filter((row) => row.key !== key);
    const { content, action, ...line } = await decide({ tx, current, otherExperiments, now });
    if (!content) {
      await tx.delete(experiments).where(eq(experiments.key, key));
      await recordChange(tx, { at: now, actor, entity: "experiment", key, action, ...line });
      return null;
    }
    const edit = { key, revision, definition: content };
    const row = await experimentRecord.write(tx, edit, { actor, now, line }, action);
    await updatePhases(tx, current, row);
    return row;
  });
}

function checkRevision(current: ExperimentRow | null, revision: number): void {
  if ((current?.revision ?? 0) === revision) return;
  if (!current) throw new ApiError("not_found", "Experiment not found.");
  if (revision > 0) throw conflict("this experiment", current);
  throw new ApiError(
    "conflict",
    `An experiment with this key already exists (last changed by ${current.updatedBy}). Choose another key.`,
  );
}

/** The stored experiment. @throws {ApiError} not_found if it is new. */
export function storedOf({ current }: Pick<ExperimentContext, "current">): ExperimentRow {
  if (!current) throw new ApiError("not_found", "Experiment not found.");
  return current;
}
