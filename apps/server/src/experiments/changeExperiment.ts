import type { Timestamp } from "@marquee/contract";
import { eq, sql } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { type ChangeRecord, recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { experiments } from "../storage/records/schema.ts";
import { type ExperimentContent, type ExperimentRow, readExperimentRows } from "./experimentRow.ts";

/** The part of the record store that a transaction has too. */
export type Transaction = Pick<RecordsDatabase, "select" | "insert" | "update" | "delete" | "execute">;

/** What is there when a change is decided on: nobody else changes an experiment until it is stored. */
export interface ExperimentContext {
  tx: Transaction;
  /** Null for one that is to be created. */
  current: ExperimentRow | null;
  /** All others. */
  others: ExperimentRow[];
  now: Timestamp;
}

/** What a change makes of it, and its line in the audit log. */
export interface Decision extends Pick<ChangeRecord, "action" | "before" | "after"> {
  content: ExperimentContent;
}

interface ChangeRequest {
  key: string;
  /** The one the editor began from; 0 for a new experiment. */
  revision: number;
  /** E-mail address of the account. */
  actor: string;
  now: Timestamp;
}

/**
 * Changes one experiment, with its line in the audit log, in one transaction.
 * @param decide says what it becomes; what it throws undoes everything.
 * @throws {ApiError} conflict when somebody else has changed it since, not_found when there is none.
 */
export function changeExperiment(
  db: RecordsDatabase,
  { key, revision, actor, now }: ChangeRequest,
  decide: (standing: ExperimentContext) => Promise<Decision>,
): Promise<ExperimentRow> {
  return db.transaction(async (tx) => {
    // What one experiment may do depends on the others, so that two changes at once take turns. Reading goes on.
    await tx.execute(sql`lock table ${experiments} in share row exclusive mode`);
    const rows = await readExperimentRows(tx);
    const current = rows.find((row) => row.key === key) ?? null;
    checkRevision(current, revision);
    const others = rows.filter((row) => row.key !== key);
    const { content, ...line } = await decide({ tx, current, others, now });
    const row = { key, ...content, revision: revision + 1, updatedAt: new Date(now), updatedBy: actor };
    if (current) await tx.update(experiments).set(row).where(eq(experiments.key, key));
    else await tx.insert(experiments).values(row);
    await recordChange(tx, { at: now, actor, entity: "experiment", key, ...line });
    return row;
  });
}

function checkRevision(current: ExperimentRow | null, revision: number): void {
  if ((current?.revision ?? 0) === revision) return;
  if (!current) throw new ApiError("not_found", "There is no such experiment.");
  const at = current.updatedAt.toISOString().slice(0, 16).replace("T", " ");
  throw new ApiError(
    "conflict",
    revision === 0
      ? `There is an experiment with this key already, changed by ${current.updatedBy}; choose another key.`
      : `${current.updatedBy} changed this at ${at} UTC meanwhile; look at it and save again.`,
  );
}

/** The experiment that is to take a step. @throws {ApiError} not_found */
export function storedOf({ current }: Pick<ExperimentContext, "current">): ExperimentRow {
  if (!current) throw new ApiError("not_found", "There is no such experiment.");
  return current;
}
