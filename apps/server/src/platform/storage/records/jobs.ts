import type { JobState } from "@marquee/contract/schema";
import { asc, lte, sql } from "drizzle-orm";
import type { RecordsDatabase } from "./records.ts";
import { jobs } from "./schema.ts";

/** A run as it is stored; `error` is null if it did not fail. */
export type StoredRun = Pick<JobState, "name" | "host" | "startedAt" | "endedAt" | "error">;

/** Stores a run as its job's last one, unless a later one is stored. */
export async function storeRun(
  db: Pick<RecordsDatabase, "insert">,
  { name, host, startedAt, endedAt, error }: StoredRun,
): Promise<void> {
  const run = { host, startedAt: new Date(startedAt), endedAt: new Date(endedAt) };
  const outcome =
    error === null
      ? { result: "ok" as const }
      : { result: "failed" as const, failedAt: new Date(endedAt), error };
  await db
    .insert(jobs)
    .values({ name, ...run, ...outcome })
    .onConflictDoUpdate({
      target: jobs.name,
      set: { ...run, ...outcome },
      setWhere: lte(jobs.endedAt, sql`excluded.ended_at`),
    });
}

/** The last run of each job, by name. */
export async function listJobs(db: Pick<RecordsDatabase, "select">): Promise<JobState[]> {
  const rows = await db.select().from(jobs).orderBy(asc(jobs.name));
  return rows.map(({ startedAt, endedAt, failedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.getTime(),
    endedAt: endedAt.getTime(),
    failedAt: failedAt?.getTime() ?? null,
  }));
}
