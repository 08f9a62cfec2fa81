import { NOT_FOUND_PAGE } from "@marquee/contract";
import type { EventStore } from "../eventStore.ts";
import { IS_COUNTABLE, IS_INSERTED_LATER } from "./reconciled.ts";
import { uniqueEvents } from "./uniqueEvents.ts";

/** Condition for events that sessions consist of. */
export const IS_IN_SESSION = "session_id > 0 AND bot = ''";

/** Maximum goals of a session; clients can send any number of names. */
const MAX_GOALS = 100;
const NO_VALUE = "('', 'none', '(none)')";
/** Whether the last touch is a referrer, which the cookies write like a campaign. */
const IS_REFERRER = `last_medium IN ('organic', 'referral', '(direct)', 'none', '')
  AND last_campaign IN ${NO_VALUE} AND last_content IN ${NO_VALUE} AND last_term IN ${NO_VALUE}`;
/** A campaign parameter of the event, or of the last touch if the event's source is the site itself. */
const utm = (name: string) =>
  `multiIf(source != '(internal)', utm_${name}, (${IS_REFERRER}) OR last_${name} IN ${NO_VALUE}, '', last_${name})`;

/** Dimensions of a session, as expressions on its first event. */
const FIRST: Record<string, string> = {
  site: "site",
  host: "host",
  entry_page: "path",
  source: "visit_source",
  channel: "channel",
  ...Object.fromEntries(
    ["source", "medium", "campaign", "content", "term"].map((name) => [`utm_${name}`, utm(name)]),
  ),
  referrer_host: "referrer_host",
  ...Object.fromEntries(
    [
      "country",
      "language",
      "locale",
      "device",
      "browser",
      "browser_version",
      "os",
      "os_version",
      "screen_class",
    ].map((name) => [name, name]),
  ),
};

/** Page views of a session that its row lists, earliest first. Clients can send any number. */
const MAX_LISTED_VIEWS = 50_000;
/**
 * Columns with one element per page view, as expressions on its event. A 404 page is not a page, because its path does not exist.
 */
const VIEWS: Record<string, string> = {
  view_at: "timestamp",
  view_pages: `if(name = '${NOT_FOUND_PAGE}', '', path)`,
  view_hosts: "toString(host)",
  view_versions: "toString(page_version)",
};
/** The sort key of page views, before {@link VIEWS} in their tuples. */
const VIEW_ORDER = ["timestamp", "message_id"];

/** Other columns, as expressions on all events of the session. */
const OF_ALL: Record<string, string> = {
  audience: "min(audience)",
  started: "min(timestamp)",
  ended: "max(timestamp)",
  views: "toUInt32(countIf(type = 'page'))",
  events: "toUInt32(count())",
  exit_page: "argMax(path, (type = 'page', timestamp, message_id))",
  goals: `arraySort(groupUniqArrayIf(${MAX_GOALS})(toString(event), type = 'track'))`,
  variations: `arraySort(groupUniqArrayArray(${MAX_GOALS})(arrayMap(variation -> toString(variation), variations)))`,
  demo: "max(demo)",
  assigned: "min(session_assigned)",
};

const IDS = ["session_id", "visitor_id"];
const COLUMNS = [...IDS, ...Object.keys(FIRST), ...Object.keys(OF_ALL), ...Object.keys(VIEWS)];

/** Names of the columns of a session, comma-separated. */
export const SESSION_COLUMNS = COLUMNS.join(", ");

/**
 * Sessions counted from their events. A session is a known customer's if any of its events is (`min`, because "customer" sorts before "visitor"). Its
 * dimensions are those of its first page view, or of its first event without one.
 * @param where condition for the events; all events of a session must match it.
 * @param columns all by default, in the order of {@link COLUMNS}. Each takes the store time to analyze, so a statement that counts sessions several times
 *   names those that it needs.
 * @param isCounted condition on `session_id` and `visitor_id`; all sessions by default.
 */
export function countSessions(where: string, columns: readonly string[] = COLUMNS, isCounted = "1"): string {
  const among = (expressions: Record<string, string>) =>
    Object.entries(expressions).filter(([name]) => columns.includes(name));
  const [first, ofAll, views] = [among(FIRST), among(OF_ALL), among(VIEWS)];
  // Names that differ from columns of events, because an alias would be mistaken for the column.
  const counted = ofAll.map(([name, expression]) => `${expression} AS session_${name}`);
  if (first.length > 0)
    counted.push(
      `argMin(tuple(${first.map(([, expression]) => `toString(${expression})`).join(", ")}), (type != 'page', timestamp, message_id)) AS first`,
    );
  if (views.length > 0)
    counted.push(
      `arraySort(groupArrayIf(${MAX_LISTED_VIEWS})((${[...VIEW_ORDER, ...views.map(([, each]) => each)].join(", ")}), type = 'page')) AS views_in_order`,
    );
  const named = [
    ...IDS,
    ...first.map(([name], index) => `first.${index + 1} AS ${name}`),
    ...ofAll.map(([name]) => `session_${name} AS ${name}`),
    ...views.map(
      ([name], index) => `arrayMap(view -> view.${VIEW_ORDER.length + index + 1}, views_in_order) AS ${name}`,
    ),
  ];
  return `
    SELECT ${named.join(", ")}
    FROM (
      SELECT ${[...IDS, ...counted].join(", ")} ${uniqueEvents(`${IS_IN_SESSION} AND ${where}`)} AND (${isCounted})
      GROUP BY ${IDS.join(", ")})`;
}

interface SessionConditions {
  /** Condition on `inserted_at` for the events. Evaluated first, because it skips nearly all rows by their index. */
  isInserted: string;
  /** Further condition for the events. */
  isGiven: string;
}

/** Expressions of the sessions with certain events, and of the time range of all their events. */
interface Located {
  /** Clause with the scalars that the expressions name. If repeated in each place, the store would analyze them again. */
  scalars: string;
  ids: string;
  first: string;
  last: string;
}

/** The range covers the given events and the start and end in the rollup, so that not all events are read. */
function locate({ isInserted, isGiven }: SessionConditions): Located {
  const [ids, first, last] = [1, 2, 3].map((part) => `tupleElement(given, ${part})`) as [
    string,
    string,
    string,
  ];
  return {
    scalars: `WITH (
    SELECT (groupUniqArray(session_id), min(timestamp), max(timestamp)) FROM events
    PREWHERE ${isInserted} WHERE ${IS_IN_SESSION} AND ${isGiven}) AS given,
    (SELECT (minOrNull(started), maxOrNull(ended)) FROM sessions WHERE session_id IN ${ids}) AS known`,
    ids,
    first: `least(${first}, ifNull(tupleElement(known, 1), ${first}))`,
    last: `greatest(${last}, ifNull(tupleElement(known, 2), ${last}))`,
  };
}

const countLocated = ({ ids, first, last }: Located, columns?: readonly string[], isCounted?: string) =>
  countSessions(
    `session_id IN ${ids} AND timestamp >= ${first} AND timestamp <= ${last}`,
    columns,
    isCounted,
  );

/** Sessions with certain events, counted from all of their events. */
export function sessionsWith(criteria: SessionConditions): string {
  const located = locate(criteria);
  return `${located.scalars}${countLocated(located)}`;
}

/** Sessions that are not reconciled, and the time range of all their events, in milliseconds since the epoch. */
export interface RecentSessions {
  ids: readonly string[];
  first: string;
  last: string;
}

/** Limited because they are part of a statement's URL. */
const MOST_RECENT = 5000;

/** @returns null if there are too many to list; statements then look them up themselves. */
export async function queryRecentSessions(store: Pick<EventStore, "query">): Promise<RecentSessions | null> {
  const { scalars, ids, first, last } = locate({ isInserted: IS_INSERTED_LATER, isGiven: IS_COUNTABLE });
  const milliseconds = (time: string) => `toString(toUnixTimestamp64Milli(${time}))`;
  const [row] = await store.query<RecentSessions & { count: number }>(
    `${scalars}
     SELECT toUInt32(length(${ids})) AS count, if(length(${ids}) > ${MOST_RECENT}, [], arrayMap(id -> toString(id), ${ids})) AS ids,
            ${milliseconds(first)} AS first, ${milliseconds(last)} AS last`,
  );
  return !row || row.count > MOST_RECENT ? null : { ids: row.ids, first: row.first, last: row.last };
}

/** Parameters of a statement with {@link sessionsWhere} that receives the unreconciled sessions. */
export function recentParams({ ids, first, last }: RecentSessions): Record<string, unknown> {
  return ids.length === 0 ? {} : { recentIds: `[${ids.join(",")}]`, recentFirst: first, recentLast: last };
}

const GIVEN: Located = {
  scalars: "",
  ids: "{recentIds:Array(UInt64)}",
  first: "fromUnixTimestamp64Milli({recentFirst:Int64})",
  last: "fromUnixTimestamp64Milli({recentLast:Int64})",
};

interface SessionsOptions {
  /** Columns of the subquery besides the IDs; all by default. See {@link countSessions}. */
  columns?: readonly string[];
  /**
   * Sessions that are not reconciled; the statement must have their {@link recentParams}. Without it, each part of the statement looks them up, which takes as
   * long as counting a month of sessions. If there are none, the statement reads the rollup only. Sessions reconciled meanwhile are the same in the rollup.
   */
  recent?: RecentSessions | undefined;
}

/**
 * Subquery of sessions, each once: reconciled ones from the rollup, the others from their events.
 * @param condition on `session_id` and `visitor_id`.
 */
export function sessionsWhere(
  condition: string,
  { columns = COLUMNS, recent }: SessionsOptions = {},
): string {
  const names = COLUMNS.filter((name) => IDS.includes(name) || columns.includes(name)).join(", ");
  if (recent?.ids.length === 0) return `(SELECT ${names} FROM sessions FINAL WHERE ${condition})`;
  const located = recent
    ? GIVEN
    : locate({ isInserted: IS_INSERTED_LATER, isGiven: `${IS_COUNTABLE} AND ${condition}` });
  // Another subquery around the events would make the store analyze all of these columns once more.
  const sessions = `
    SELECT ${names} FROM sessions FINAL WHERE (${condition}) AND session_id NOT IN ${located.ids}
    UNION ALL ${countLocated(located, columns, condition)}`;
  return located.scalars ? `(${located.scalars} SELECT ${names} FROM (${sessions}))` : `(${sessions})`;
}
