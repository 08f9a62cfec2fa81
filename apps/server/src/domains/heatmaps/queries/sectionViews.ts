import { type Goal, readablePath } from "@marquee/contract";
import type { SectionFigures } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { IS_IN_SESSION } from "../../../platform/storage/events/queries/sessions.ts";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { createBindings } from "../../questions/queries/bindings.ts";
import { goalHits, IS_IN_RANGE, IS_IN_VISIT, SECTION_NAME } from "../../questions/queries/goalHits.ts";
import type { Selection } from "../../questions/queries/selection.ts";

interface Options extends Span {
  /** Path of the page. */
  page: string;
  selection: Pick<Selection, "ofPages" | "params">;
  /** Null for none; then the count of goals is 0. */
  goal: Goal | null;
}

interface SectionViews {
  /** Visitors of the page, and those of them who reached the goal. */
  visitors: number;
  reached: number;
  sections: Omit<SectionFigures, "seconds">[];
}

type Row = Omit<SectionFigures, "seconds"> & { isPage: 0 | 1 };

const MAX_SECTIONS = 100;

/**
 * How many visitors of a page saw each of its sections, and how many of those reached a goal in the same date range. Sections are in the order of the
 * page. Bots and known customers are left out.
 */
export async function querySectionViews(
  store: Pick<EventStore, "query">,
  { page, selection, goal, ...span }: Options,
): Promise<SectionViews> {
  const bindings = createBindings({ ...dateRangeParams(span), ...selection.params });
  const isHere = `${IS_IN_SESSION} AND audience != 'customer' AND ${IS_IN_RANGE} AND path = ${bindings.bind(readablePath(page))}`;
  const whoReached = goal
    ? `SELECT visitor_id FROM (${goalHits(goal, bindings)}) WHERE ${IS_IN_VISIT}`
    : "SELECT '' WHERE 0";
  const figures = `
    toUInt32(uniqExact(visitor_id)) AS visitors, toUInt32(uniqExactIf(visitor_id, visitor_id IN (${whoReached}))) AS reached`;
  // Outside the other condition, because that is evaluated twice.
  const isSelected = selection.ofPages;
  const viewers = `(SELECT visitor_id ${uniqueEvents(`type = 'page' AND ${isHere}`)} AND ${isSelected})`;
  const sql = `
    SELECT 1 AS isPage, '' AS section, '' AS sectionId, toFloat64(0) AS place, ${figures} FROM ${viewers}
    UNION ALL
    SELECT * FROM (
      SELECT 0 AS isPage, ${SECTION_NAME} AS section, any(JSONExtractString(properties, 'sectionId')) AS sectionId,
             quantileExact(0.5)(JSONExtractFloat(properties, 'sectionIndex')) AS place, ${figures}
      ${uniqueEvents(`type = 'track' AND event = 'Section Viewed' AND ${isHere}`)} AND ${isSelected} AND visitor_id IN ${viewers}
      GROUP BY section HAVING section != '' ORDER BY place, section LIMIT ${MAX_SECTIONS})`;
  const rows = await store.query<Row>(sql, bindings.params);
  const whole = rows.find(({ isPage }) => isPage === 1);
  const sections = rows.filter(({ isPage }) => isPage === 0);
  return {
    visitors: whole?.visitors ?? 0,
    reached: whole?.reached ?? 0,
    sections: sections
      .toSorted((one, other) => one.place - other.place || one.section.localeCompare(other.section))
      .map(({ isPage: _, ...section }) => section),
  };
}
