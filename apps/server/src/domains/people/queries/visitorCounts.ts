import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { PersonIds } from "../../../platform/storage/events/queries/person.ts";
import {
  BELONGS_TO_PERSON,
  type RecordedSessions,
  sessionParams,
} from "../../../platform/storage/events/queries/recordedSessions.ts";
import { sessionsWhere } from "../../../platform/storage/events/queries/sessions.ts";
import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";

/** Number of a person's sessions. On shared browsers, only the person's own sessions count. */
export function countSessions(
  store: Pick<EventStore, "query">,
  person: PersonIds,
  { sessions }: Pick<RecordedSessions, "sessions">,
): Promise<number> {
  const sql = `SELECT toUInt32(count()) AS n FROM ${sessionsWhere(BELONGS_TO_PERSON)}`;
  return countOf(store, sql, sessionParams(person, sessions));
}

/** Number of stored rejected events of these visitors. */
export function countRejected(
  store: Pick<EventStore, "query">,
  visitors: readonly string[],
): Promise<number> {
  const sql = `SELECT toUInt32(count()) AS n FROM rejected_events WHERE visitor_id IN ${textList("visitors")}`;
  return countOf(store, sql, { visitors: textListParam(visitors) });
}

async function countOf(
  store: Pick<EventStore, "query">,
  sql: string,
  params: Record<string, unknown>,
): Promise<number> {
  const [row] = await store.query<{ n: number }>(sql, params);
  return row?.n ?? 0;
}
