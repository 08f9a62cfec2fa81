import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, type Span } from "../sqlParts.ts";
import { ERRORS } from "./errorGroups.ts";
import { FINGERPRINT } from "./errorPlace.ts";

/** Message and stack of an error's latest event up to the end of a date range; null if it never happened. */
export async function queryLatestError(
  store: Pick<EventStore, "query">,
  { fingerprint, ...span }: Span & { fingerprint: string },
): Promise<{ message: string; stack: string } | null> {
  const sql = `SELECT said AS message, trace AS stack FROM ${ERRORS} WHERE ${FINGERPRINT} = {fingerprint:String}
    ORDER BY timestamp DESC LIMIT 1`;
  const [row] = await store.query<{ message: string; stack: string }>(sql, {
    ...dateRangeParams(span),
    fingerprint,
  });
  return row ?? null;
}
