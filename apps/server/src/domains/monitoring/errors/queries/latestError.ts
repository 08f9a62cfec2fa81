import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { type ErrorScope, errorParams, errorsOf } from "./errorRows.ts";

/** One occurrence of an error. */
export interface ErrorOccurrence {
  message: string;
  stack: string;
  messageId: string;
  browser: string;
  /** In milliseconds since the epoch. */
  at: number;
  /** Empty once the visitor's data has expired. */
  visitorId: string;
  /** Session of the own library; 0 for none. */
  sessionId: number;
  /** Session of Datadog's client if it reported the error; otherwise empty. */
  rumSession: string;
}

/**
 * An error's latest occurrence in a scope; without any there, the latest overall; null if it never happened.
 */
export async function queryLatestError(
  store: Pick<EventStore, "query">,
  scope: ErrorScope,
  fingerprint: string,
): Promise<ErrorOccurrence | null> {
  const sql = `
    SELECT said AS message, trace AS stack, message_id AS messageId, software AS browser, toUnixTimestamp64Milli(told) AS at,
           visitor_id AS visitorId, session_id AS sessionId, rum_session AS rumSession
    FROM ${errorsOf(scope)} WHERE fingerprint = {fingerprint:String}
    ORDER BY is_asked DESC, timestamp DESC LIMIT 1`;
  const [row] = await store.query<ErrorOccurrence>(sql, { ...errorParams(scope), fingerprint });
  return row ? { ...row, at: Number(row.at), sessionId: Number(row.sessionId) } : null;
}
