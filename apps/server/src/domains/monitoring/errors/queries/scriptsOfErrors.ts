import { ERROR_EVENT } from "@marquee/contract";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";

const TRACES = `
  SELECT concat(JSONExtractString(properties, 'stack'), ' ', JSONExtractString(properties, 'source')) AS trace
  FROM events WHERE type = 'track' AND event = '${ERROR_EVENT}'
  UNION ALL SELECT error_stack AS trace FROM monitoring_events WHERE error_stack != ''`;

/** Filters scripts, given as paths on the site, to those that occur in the stack or source of a stored error. */
export async function queryScriptsOfErrors(
  store: Pick<EventStore, "query">,
  scripts: readonly string[],
): Promise<string[]> {
  const sql = `
    SELECT DISTINCT arrayJoin(extractAll(trace, '/assets/[A-Za-z0-9_.-]+[.]m?js')) AS script
    FROM (${TRACES}) WHERE script IN ${textList("scripts")}`;
  const rows = await store.query<{ script: string }>(sql, { scripts: textListParam(scripts) });
  return rows.map(({ script }) => script);
}
