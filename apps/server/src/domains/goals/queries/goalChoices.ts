import { NOT_FOUND_PAGE } from "@marquee/contract";
import type { EventProperty, GoalChoicesResponse, RecordedChoice } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { IS_IN_SESSION } from "../../../platform/storage/events/queries/sessions.ts";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { CLICKED_ELEMENT } from "../../questions/queries/clickTargets.ts";
import { IS_IN_RANGE, SECTION_NAME } from "../../questions/queries/goalHits.ts";

type Store = Pick<EventStore, "query">;

/** Longer lists are searched rather than read, so the rarest choices are left out. */
const MAX_CHOICES = 500;
const MAX_PROPERTIES = 30;
const MAX_VALUES = 50;
/** Longer values are texts, not categories. */
const MAX_VALUE_LENGTH = 200;

/** Events that goals count: in visits, without bots and known customers. */
export const IS_COUNTED = `${IS_IN_SESSION} AND audience != 'customer' AND ${IS_IN_RANGE}`;
const property = (name: string) => `JSONExtractString(properties, '${name}')`;
const tracked = (event: string) => `type = 'track' AND event = '${event}'`;

/** Choices for goals, except clicks on elements marked for tracking. */
export async function queryGoalChoices(
  store: Store,
  span: Span,
): Promise<Omit<GoalChoicesResponse, "clicks">> {
  const list = (value: string, condition: string) => queryChoices(store, span, { value, condition });
  const [pages, events, forms, overlays, sections, elements, scrolledPages] = await Promise.all([
    list("path", `type = 'page' AND name != '${NOT_FOUND_PAGE}'`),
    list("toString(event)", "type = 'track' AND event != ''"),
    list(property("form"), tracked("Form Sent")),
    list(property("overlay"), tracked("Overlay Opened")),
    list(SECTION_NAME, tracked("Section Viewed")),
    queryElements(store, span),
    queryScrolledPages(store, span),
  ]);
  return { pages, events, forms, overlays, sections, elements, scrolledPages };
}

function queryChoices(store: Store, span: Span, { value, condition }: { value: string; condition: string }) {
  const sql = `
    SELECT ${value} AS value, toUInt32(count()) AS count ${uniqueEvents(IS_COUNTED)} AND ${condition}
    GROUP BY value HAVING value != '' ORDER BY count DESC, value LIMIT ${MAX_CHOICES}`;
  return store.query<GoalChoicesResponse["pages"][number]>(sql, dateRangeParams(span));
}

async function queryElements(store: Store, span: Span) {
  const sql = `
    SELECT element AS selector, groupArray((path, of_page)) AS pages, toUInt32(sum(of_page)) AS count
    FROM (
      SELECT ${CLICKED_ELEMENT} AS element, path, toUInt32(sum(clicks)) AS of_page FROM interactions FINAL
      WHERE type = 'click' AND selector != '' AND visitor_id != '' AND ${IS_IN_RANGE}
      GROUP BY element, path ORDER BY of_page DESC, path)
    GROUP BY element ORDER BY count DESC, selector LIMIT ${MAX_CHOICES}`;
  const rows = await store.query<{ selector: string; pages: [string, number][]; count: number }>(
    sql,
    dateRangeParams(span),
  );
  return rows.map(({ pages, ...row }) => ({
    ...row,
    pages: pages.slice(0, MAX_VALUES).map(([value, count]): RecordedChoice => ({ value, count })),
  }));
}

function queryScrolledPages(store: Store, span: Span) {
  const sql = `
    SELECT path AS value, toUInt32(uniqExact(visitor_id, session_id, timestamp)) AS count FROM interactions FINAL
    WHERE type = 'scroll' AND page_height > 0 AND visitor_id != '' AND ${IS_IN_RANGE}
    GROUP BY value ORDER BY count DESC, value LIMIT ${MAX_CHOICES}`;
  return store.query<GoalChoicesResponse["scrolledPages"][number]>(sql, dateRangeParams(span));
}

/** Properties of an event with their values, the most frequent first. Long and nested values are left out. */
export async function queryEventProperties(
  store: Store,
  span: Span,
  event: string,
): Promise<EventProperty[]> {
  const sql = `
    SELECT key, text, toUInt32(count()) AS count, toUInt32(sum(count) OVER (PARTITION BY key)) AS all
    FROM (
      SELECT pair.1 AS key, if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2) AS text
      FROM (SELECT properties ${uniqueEvents(IS_COUNTED)} AND type = 'track' AND event = {event:String})
      ARRAY JOIN JSONExtractKeysAndValuesRaw(properties) AS pair
      WHERE length(pair.2) <= ${MAX_VALUE_LENGTH} AND pair.2 != 'null' AND NOT match(pair.2, '^[{[]')
    )
    GROUP BY key, text ORDER BY all DESC, key, count DESC, text
    LIMIT ${MAX_VALUES} BY key LIMIT ${MAX_PROPERTIES * MAX_VALUES}`;
  const rows = await store.query<{ key: string; text: string; count: number }>(sql, {
    ...dateRangeParams(span),
    event,
  });
  const properties = new Map<string, EventProperty>();
  for (const { key, text, count } of rows) {
    const eventProperty = properties.get(key) ?? { name: key, values: [] };
    eventProperty.values.push({ value: text, count });
    properties.set(key, eventProperty);
  }
  return [...properties.values()].slice(0, MAX_PROPERTIES);
}
