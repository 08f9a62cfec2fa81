import { type RecentSessions, recentParams } from "../../../platform/storage/events/queries/sessions.ts";
import { type Bindings, createBindings } from "../../questions/queries/bindings.ts";
import { everyDimensionIn } from "../../questions/queries/conditions.ts";
import type { Question } from "../../questions/queries/question.types.ts";
import { compileSelection } from "../../questions/queries/selection.ts";
import { visitsInRange } from "../../questions/queries/visits.ts";

/** Filters and date range of a question about journeys. Filters on pages and events select visits that have such a page view or event. */
export type JourneyQuestion = Pick<
  Question,
  "conditions" | "goals" | "range" | "recent" | "tz" | "weekStart"
>;

interface JourneyVisits {
  bindings: Bindings;
  /** Condition on `session_id` and `visitor_id`: the filters select the visit. */
  isSelected: string;
  /**
   * Subquery of the visits in the range, without known customers unless the query mentions them. @param columns in addition to the IDs of the session and the
   * visitor.
   */
  sessions(columns: readonly string[]): string;
  includesCustomers: boolean;
  /** See {@link sessionsInRange}. */
  recent: RecentSessions | undefined;
}

const AUDIENCE = "visit:audience";

/** @param mentioned dimensions in addition to those of the filters. */
export function createJourneyVisits(
  { conditions, goals, range, recent, tz }: JourneyQuestion,
  mentioned: readonly string[] = [],
): JourneyVisits {
  const selection = compileSelection({ conditions, goals, ...(recent && { recent }) });
  const includesCustomers = [...mentioned, ...everyDimensionIn(conditions)].includes(AUDIENCE);
  return {
    bindings: createBindings(
      { from: range.from, to: range.to, tz, ...(recent && recentParams(recent)), ...selection.params },
      "j",
    ),
    isSelected: selection.ofVisits,
    includesCustomers,
    recent,
    sessions: (columns) => visitsInRange(columns, { includesCustomers, recent }),
  };
}
