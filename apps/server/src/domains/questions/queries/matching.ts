import type { RecentSessions } from "../../../platform/storage/events/queries/sessions.ts";
import type { Bindings } from "./bindings.ts";
import { createConditions, dimensionsIn, everyDimensionIn, usesEvents, VIEW_ARRAYS } from "./conditions.ts";
import { isView, VARIATION, VISIT_COLUMNS } from "./dimensionColumns.ts";
import { eventsWhere, goalHits } from "./goalHits.ts";
import type { Condition, Question } from "./question.types.ts";
import { sessionsInRange } from "./visits.ts";

interface MatchingQuestion extends Pick<Question, "dimensions" | "conditions" | "goals"> {
  /** Whether known customers are included. */
  includesCustomers: boolean;
  /** See {@link sessionsInRange}. */
  recent?: RecentSessions | undefined;
}

/** SQL for the visits and events that match conditions. None of the conditions is on leads. */
export function createMatching(
  { dimensions, conditions, goals, includesCustomers, recent }: MatchingQuestion,
  bindings: Bindings,
) {
  const ofGoals = () =>
    goals.length === 0
      ? `SELECT *, '' AS goal FROM (${eventsWhere("0")})`
      : goals
          .map((goal) => `SELECT *, ${bindings.bind(goal.name)} AS goal FROM (${goalHits(goal, bindings)})`)
          .join(" UNION ALL ");
  const eventsFor = (names: readonly string[]) =>
    names.includes("event:goal") ? ofGoals() : eventsWhere("type IN ('page', 'track')");
  const where = createConditions({
    bindings,
    visitsWithEvent: (condition) =>
      `(SELECT session_id, visitor_id FROM (${eventsFor(everyDimensionIn([condition]))}) WHERE ${where.onViews([condition])})`,
  });

  const mentioned = [...dimensions, ...everyDimensionIn(conditions)];
  const visitColumns = [
    "started",
    "ended",
    "views",
    ...mentioned.flatMap((dimension) => VISIT_COLUMNS[dimension] ?? []),
    ...(mentioned.includes(VARIATION) ? ["variations"] : []),
  ];
  const viewArrays = everyDimensionIn(conditions).some(isView) ? VIEW_ARRAYS : [];

  /**
   * Events that match, with the columns of their sessions. @param columns of sessions that are needed in addition to those of
   * conditions.
   */
  const matchingEvents = (columns: readonly string[] = []) => {
    const sessions = sessionsInRange([...visitColumns, ...viewArrays, ...columns], {
      includesCustomers,
      recent,
    });
    const names = [...dimensions, ...dimensionsIn(conditions)];
    // Conversions belong to visits.
    const isOfVisit = names.includes("event:goal") ? "views > 0 AND " : "";
    return `(${eventsFor(names)}) AS happened INNER JOIN ${sessions} AS visit USING (session_id, visitor_id)
      WHERE ${isOfVisit}${where.onViews(conditions)}`;
  };
  return {
    where,
    /** Columns of visits that the dimensions and conditions need. */
    visitColumns,
    /** The arrays of page views, if conditions are on them. */
    viewArrays,
    matchingEvents,
    /** Condition on visits: those that match, or that have an event that does. */
    isMatchingVisit: (list: readonly Condition[] = conditions) =>
      usesEvents(list)
        ? `(session_id, visitor_id) IN (SELECT session_id, visitor_id FROM ${matchingEvents()})`
        : where.onVisit(list),
  };
}
