import { hostname } from "node:os";
import { ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { JobName } from "@marquee/contract/schema";
import { reasonOf } from "../../../platform/log/reasonOf.ts";
import { type JobRun, jobRuns } from "../../../platform/observed.ts";
import { storeRun } from "../../../platform/storage/records/jobs.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";

interface JobRecordsOptions {
  db: Pick<RecordsDatabase, "insert">;
  now: () => Timestamp;
}

/** Frequent jobs cost little, because an unchanged result is stored at most this often. */
const STORED_EACH = ONE_MINUTE;

/**
 * Stores the last run of each job: immediately if its result differs from the previous one, otherwise at most once a minute. Nothing is stored while the
 * record store is unavailable; failures are also in the log.
 * @returns a function that stops it, and resolves once nothing is being stored.
 */
export function startJobRecords({ db, now }: JobRecordsOptions): () => Promise<void> {
  const host = hostname();
  const stored = new Map<JobName, { at: Timestamp; error: string | null }>();
  let storing: Promise<void> = Promise.resolve();

  const store = async ({ name, startedAt, duration }: JobRun, error: string | null) => {
    try {
      await storeRun(db, { name, host, startedAt, endedAt: startedAt + Math.round(duration), error });
    } catch {
      stored.delete(name);
    }
  };
  const stopListening = jobRuns.listen((run) => {
    const error = run.error === undefined ? null : reasonOf(run.error);
    const last = stored.get(run.name);
    if (last && last.error === error && now() - last.at < STORED_EACH) return;
    stored.set(run.name, { at: now(), error });
    storing = storing.then(() => store(run, error));
  });
  return () => {
    stopListening();
    return storing;
  };
}
