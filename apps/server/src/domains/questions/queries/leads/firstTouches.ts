import type { Touch } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { sessionsWhere } from "../../../../platform/storage/events/queries/sessions.ts";
import { textList, textListParam } from "../../../../platform/storage/events/queries/sqlParts.ts";

/** The sources of visitors' first stored visits, by anonymous ID. */
export async function queryFirstTouches(
  store: Pick<EventStore, "query">,
  visitors: readonly string[],
): Promise<Map<string, Touch>> {
  if (visitors.length === 0) return new Map();
  const sql = `
    SELECT visitor_id AS visitor, argMin(toString(session.source), started) AS source,
           argMin(toString(session.utm_campaign), started) AS campaign
    FROM ${sessionsWhere(`visitor_id IN ${textList("visitors")}`)} AS session WHERE views > 0 GROUP BY visitor_id`;
  const rows = await store.query<Touch & { visitor: string }>(sql, { visitors: textListParam(visitors) });
  return new Map(rows.map(({ visitor, source, campaign }) => [visitor, { source, campaign }]));
}
