import type { Bindings } from "./bindings.ts";
import {
  countViews,
  dimensionsIn,
  eachView,
  everyDimensionIn,
  usesEvents,
  usesLeads,
  usesViews,
  VIEW_ARRAYS,
} from "./conditions.ts";
import { bucketOf, isTime, isView, rankedOnly, VIEW_COLUMNS } from "./dimensionColumns.ts";
import { SCROLLED_VIEWS } from "./goalHits.ts";
import { keyOf } from "./keyOf.ts";
import { createMatching } from "./matching.ts";
import type { CountedRows } from "./metrics/metric.types.ts";
import { periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";
import { visitsInRange } from "./visits.ts";

/** Rows that a part of a statement counts. */
export interface Rows {
  /** `FROM` and `WHERE` clauses. */
  from: string;
  /** Expression of when a row happened. */
  time: string;
  /** Expressions of the dimensions, if they differ from those of {@link keyOf}. */
  keys?: readonly string[];
}

/** The rows of a query: its visits, page views and events. Its leads are in `leadRows`. */
export function questionRows(question: Question, bindings: Bindings) {
  const { dimensions, goals, recent, weekStart } = question;
  const periods = periodsOf(question.earlier !== undefined);
  const { isWithin } = periods;
  const mentioned = [...dimensions, ...everyDimensionIn(question.conditions)];
  const includesCustomers = mentioned.includes("visit:audience");
  const conditions = question.conditions.filter((each) => !usesLeads([each]));
  const ofViews = conditions.filter((each) => usesViews([each]));
  const ofOthers = conditions.filter((each) => !ofViews.includes(each));
  const views = eachView(mentioned);
  const isRanked = rankedOnly(dimensions);
  const { where, visitColumns, viewArrays, matchingEvents, isMatchingVisit } = createMatching(
    { dimensions, conditions, goals, includesCustomers, recent },
    bindings,
  );
  const visits = (columns: readonly string[] = []) =>
    visitsInRange([...visitColumns, ...viewArrays, ...columns], { includesCustomers, periods, recent });

  /** See {@link CountedRows.views}. @param same conditions on the page view and `happened`, the conversion. */
  const viewsOfConversion = (same: readonly string[] = []) => {
    const isMatch = where.onViews(ofViews.filter((each) => !usesEvents([each])));
    return countViews([isWithin("at"), isMatch, ...same].join(" AND "));
  };
  /** Conditions on the page view and `happened`: they are in the same row of the response. */
  const inSameRow = () =>
    dimensions.flatMap((dimension) => {
      if (isTime(dimension))
        return `${bucketOf(dimension, "at", weekStart)} = ${bucketOf(dimension, "happened.at", weekStart)}`;
      const column = VIEW_COLUMNS[dimension];
      return column ? `${column} = happened.${column}` : [];
    });
  const counted: CountedRows = {
    isByPage: dimensions.some(isView),
    isOfGoals: mentioned.includes("event:goal"),
    areConversions: [...dimensions, ...dimensionsIn(conditions)].includes("event:goal"),
    isStart: isWithin("started"),
    views: viewsOfConversion,
    viewsInRow: () => viewsOfConversion(inSameRow()),
  };

  /** Visits that match, with `is_start`, whether they count as visits, and `counted_views`, their page views that count. */
  const matchingVisits = (columns: readonly string[] = []) => {
    const isCounted = `${isWithin("at")} AND ${where.onViews(ofViews)}`;
    const inRange = `if(started >= ${periods.from} AND ended < ${periods.to}, views, arrayCount(at -> ${isWithin("at")}, view_at))`;
    const counts = `${isWithin("started")} AND ${isMatchingVisit(ofViews)} AS is_start,
      ${ofViews.length > 0 ? countViews(isCounted) : inRange} AS counted_views`;
    return `(SELECT *, ${counts} FROM ${visits(["view_at", ...columns])} WHERE ${isMatchingVisit(ofOthers)})`;
  };

  return {
    counted,

    /**
     * Subquery of the visits that the metrics visits, visitors or page views count, with the given columns and `counted_views`. Queries about events count
     * the visits with a matching event.
     */
    visitRows(of: "visits" | "visitors" | "pageviews", columns: readonly string[]): string {
      if (!usesEvents(conditions))
        return `(SELECT * FROM ${matchingVisits(columns)} WHERE ${of === "visits" ? "is_start" : "counted_views > 0"})`;
      const keys = [...new Set(["session_id", "visitor_id", "started", "ended", "views", ...columns])];
      const isCounted = {
        visits: counted.isStart,
        visitors: counted.isOfGoals ? `max(${counted.views()} > 0) = 1` : "1",
        pageviews: "counted_views > 0",
      };
      const countedViews = counted.areConversions ? `any(${counted.views()})` : "countIf(kind = 'page')";
      return `(
        SELECT ${keys.join(", ")}, ${countedViews} AS counted_views
        FROM ${matchingEvents(counted.isOfGoals ? [...columns, ...VIEW_ARRAYS] : columns)} GROUP BY ${keys.join(", ")} HAVING ${isCounted[of]})`;
    },

    /** `FROM` and `WHERE` clauses of the events that are counted, or conversions if the query is about goals. @param columns of their sessions. */
    eventRows: matchingEvents,

    /** Visits and page views in one pass. */
    ofVisitsAndViews: (): Rows => ({ from: matchingVisits(), time: "started" }),

    /** Individual page views, with the time `spent` on each. */
    ofViews(): Rows {
      const next = "arrayPushBack(arrayPopFront(view_at), ended)";
      const spent = `arrayMap((each, after) -> dateDiff('millisecond', each, after), view_at, ${next}) AS spent`;
      return {
        from: `${visits(VIEW_ARRAYS)} ${views}, ${spent} WHERE ${isWithin("at")} AND ${where.onViews(conditions)}${isRanked}`,
        time: "at",
      };
    },

    /** Visits at their start; by pages, those that viewed each. */
    ofVisits(): Rows {
      const from = counted.isByPage
        ? `${visits(VIEW_ARRAYS)} ${views} WHERE ${isWithin("started")} AND ${where.onViews(conditions)}${isRanked}`
        : `${visits()} WHERE ${isWithin("started")} AND ${isMatchingVisit()}`;
      return { from, time: "started" };
    },

    /** Visits by their first page view, which matches the conditions on page views. */
    ofEntries(): Rows {
      const isMatching = where.onViews(conditions.filter((each) => !usesEvents([each])));
      const hasEvent = usesEvents(conditions) ? ` AND ${isMatchingVisit()}` : "";
      const from = `${visits(VIEW_ARRAYS)} ${views}, arrayEnumerate(view_at) AS place
        WHERE place = 1 AND ${isWithin("started")} AND ${isMatching}${hasEvent}${isRanked}`;
      return { from, time: "started" };
    },

    /** The deepest that each visit scrolled on the pages that match, if its scrolling was recorded. */
    ofScrolledVisits(): Rows {
      const keys = dimensions.map(
        (dimension, index) => `${keyOf(dimension, { question, bindings, time: "at" })} AS k${index}`,
      );
      const keyNames = dimensions.map((_, index) => `k${index}`);
      const grouped = ["session_id", "visitor_id", ...keyNames];
      const from = `(
        SELECT ${["session_id", "visitor_id", ...keys, "max(depth) AS deepest"].join(", ")}
        FROM (${SCROLLED_VIEWS}) AS scrolled INNER JOIN ${visits()} AS visit USING (session_id, visitor_id)
        WHERE ${where.onViews(conditions)}${isRanked} GROUP BY ${grouped.join(", ")})`;
      return { from, time: "at", keys: keyNames };
    },

    /** Events, or conversions if the query is about goals. */
    ofEvents: (): Rows => ({
      from: `${matchingEvents(counted.isOfGoals ? VIEW_ARRAYS : [])}${isRanked}`,
      time: "at",
    }),
  };
}
