import { readablePath } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { IS_IN_SESSION } from "../../../platform/storage/events/queries/sessions.ts";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { createBindings } from "../../questions/queries/bindings.ts";
import { IS_IN_RANGE, SECTION_NAME } from "../../questions/queries/goalHits.ts";
import type { Selection } from "../../questions/queries/selection.ts";

interface Options extends Span {
  /** Path of the page. */
  page: string;
  selection: Pick<Selection, "ofPages" | "params">;
}

/** How many of the following steps are searched for a later time, because several sections can come into view at once. */
const SEEN_AT_ONCE = 50;

/**
 * Median time that visitors stayed with each section of a page, in seconds: from when it counted as seen until the visit's next section or page, otherwise
 * its last event. Sections that nothing followed are left out, because their visits may have ended at any time.
 * @returns seconds by the section's name.
 */
export async function querySectionTimes(
  store: Pick<EventStore, "query">,
  { page, selection, ...span }: Options,
): Promise<Map<string, number>> {
  const bindings = createBindings({ ...dateRangeParams(span), ...selection.params });
  const isCounted = `${IS_IN_SESSION} AND audience != 'customer' AND ${IS_IN_RANGE}`;
  const isSection = "type = 'track' AND event = 'Section Viewed'";
  const isHere = `path = ${bindings.bind(readablePath(page))}`;
  const visits = `SELECT session_id, visitor_id ${uniqueEvents(`${isCounted} AND ${isSection} AND ${isHere}`)} AND ${selection.ofPages}`;
  const sql = `
    SELECT section, toFloat64(quantileExact(0.5)(seconds)) AS seconds
    FROM (
      SELECT step.2 AS section,
             arrayFirst(later -> later.1 > step.1, arraySlice(steps, place + 1, ${SEEN_AT_ONCE})).1 AS next,
             dateDiff('millisecond', step.1, if(next > step.1, next, last_at)) / 1000 AS seconds
      FROM (
        SELECT arraySort(groupArrayIf((timestamp, if(${isSection} AND ${isHere}, ${SECTION_NAME}, '')), type = 'page' OR ${isSection})) AS steps,
               max(timestamp) AS last_at
        ${uniqueEvents(isCounted)} AND (session_id, visitor_id) IN (${visits})
        GROUP BY session_id, visitor_id)
      ARRAY JOIN steps AS step, arrayEnumerate(steps) AS place
      WHERE section != '' AND seconds > 0)
    GROUP BY section`;
  const rows = await store.query<{ section: string; seconds: number }>(sql, bindings.params);
  return new Map(rows.map(({ section, seconds }) => [section, seconds]));
}
