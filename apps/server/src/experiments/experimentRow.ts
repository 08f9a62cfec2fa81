import type { ExperimentSummary } from "@marquee/contract/schema";
import { asc } from "drizzle-orm";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { experiments } from "../storage/records/schema.ts";

/** An experiment as stored. */
export type ExperimentRow = typeof experiments.$inferSelect;

/** Changes of one step; the caller adds who, when and the revision. */
export type ExperimentContent = Omit<ExperimentRow, "key" | "revision" | "updatedAt" | "updatedBy">;

/** All experiments, ordered by key. */
export function readExperimentRows(db: Pick<RecordsDatabase, "select">): Promise<ExperimentRow[]> {
  return db.select().from(experiments).orderBy(asc(experiments.key));
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
