import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { exposures, type Phase, phaseParams } from "./exposures.ts";

interface ExposedUsers {
  /** Number of visitors who saw exactly one variation, by its key; unseen variations are missing. */
  users: ReadonlyMap<string, number>;
  /** Number of visitors who saw more than one variation. They are excluded. */
  sawSeveral: number;
}

/** How many visitors first saw the experiment in each bucket. */
interface BucketExposures {
  /** Index into `ends`. */
  step: number;
  variation: string;
  users: number;
}

/** Visitors by the time of their first exposure. Those who saw several variations are left out. @param ends as in `queryMetricTimeSeries`. */
export function queryExposureTimeSeries(
  store: Pick<EventStore, "query">,
  phase: Phase,
  ends: readonly number[],
): Promise<BucketExposures[]> {
  const sql = `
    SELECT variation, toUInt32(arrayFirstIndex(end -> toUnixTimestamp64Milli(first_at) < end, {ends:Array(Int64)}) - 1) AS step,
           toUInt32(count()) AS users
    FROM ${exposures(phase)} WHERE seen = 1 GROUP BY variation, step ORDER BY step, variation`;
  return store.query<BucketExposures>(sql, { ...phaseParams(phase), ends });
}

/** Number of visitors who saw the experiment in this phase. */
export async function queryExposedUsers(
  store: Pick<EventStore, "query">,
  phase: Phase,
): Promise<ExposedUsers> {
  const sql = `
    SELECT if(seen = 1, variation, '') AS shown, toUInt32(count()) AS users
    FROM ${exposures(phase)} GROUP BY shown`;
  const rows = await store.query<{ shown: string; users: number }>(sql, phaseParams(phase));
  const users = new Map(rows.map((row) => [row.shown, row.users]));
  const sawSeveral = users.get("") ?? 0;
  users.delete("");
  return { users, sawSeveral };
}
