import { recentParams } from "../../../platform/storage/events/queries/sessions.ts";
import { type Bindings, createBindings } from "./bindings.ts";
import { createConditions, everyDimensionIn, isOnlyOn, usesLeads } from "./conditions.ts";
import { isEvent, isView } from "./dimensionColumns.ts";
import { COUNTED_LEADS } from "./leads/leadCounts.ts";
import { createMatching } from "./matching.ts";
import type { Question } from "./question.types.ts";
import { sessionsInRange } from "./visits.ts";

/**
 * The filters of a screen as SQL conditions for its own statements; `1` without filters. A statement needs the parameters `from` and `to` (Int64,
 * milliseconds since the epoch) in addition to those of the selection.
 */
export interface Selection {
  /**
   * On `session_id` and `visitor_id`: the visit matches by its own attributes or by its page views, events and leads in the
   * range.
   */
  ofVisits: string;
  /** Also on `path`, `host` and `page_version`: filters on pages hold for the row itself, the others for its visit. Without filters on pages, the same text as `ofVisits`. */
  ofPages: string;
  /**
   * Also on `event` and `properties`: filters on pages, event names and properties hold for the row itself, the others for its visit. Without any, the same text as
   * `ofVisits`.
   */
  ofEvents: string;
  /** Named `p0`, `p1` … */
  params: Record<string, unknown>;
}

export const EVERYTHING: Selection = { ofVisits: "1", ofPages: "1", ofEvents: "1", params: {} };

/** Columns that conditions compare. */
const ROW_COLUMNS = {
  "event:page": "path",
  "event:hostname": "toString(host)",
  "event:page_version": "toString(page_version)",
  "event:name": "toString(event)",
};

export interface Selecting extends Pick<Question, "conditions" | "goals" | "recent"> {
  /** Whether known customers are excluded. Filters on the audience take precedence. */
  leavesOutCustomers?: boolean;
}

/** A condition that mixes rows and visits, such as "page is X or country is Y", selects visits. */
export function compileSelection(question: Selecting): Selection {
  const bindings = createBindings({});
  const onRow = createConditions({
    bindings,
    columns: ROW_COLUMNS,
    // Such a condition is on the visit.
    visitsWithEvent: () => "(SELECT 0, '')",
  });
  const isOfVisitor =
    question.leavesOutCustomers && !everyDimensionIn(question.conditions).includes("visit:audience")
      ? [isOfNoCustomer(question.recent)]
      : [];
  const all = (parts: readonly string[]) => [...isOfVisitor, ...parts].join(" AND ") || "1";
  const wholeVisits = all(question.conditions.length > 0 ? [ofVisits(question, bindings)] : []);
  const select = (isOfRow: (dimension: string) => boolean) => {
    const ofRow = question.conditions.filter((each) => isOnlyOn(each, isOfRow));
    if (ofRow.length === 0) return wholeVisits;
    const visitConditions = question.conditions.filter((each) => !ofRow.includes(each));
    const parts = [
      ...(visitConditions.length > 0
        ? [ofVisits({ ...question, conditions: visitConditions }, bindings)]
        : []),
      onRow.onViews(ofRow),
    ];
    return all(parts);
  };
  return {
    ofVisits: wholeVisits,
    ofPages: select(isView),
    ofEvents: select((dimension) => isView(dimension) || (isEvent(dimension) && dimension !== "event:goal")),
    params: { ...bindings.params, ...(question.recent && recentParams(question.recent)) },
  };
}

/** Rows without a visit, because their IDs have expired, are of no known customer. */
const isOfNoCustomer = (recent: Question["recent"]) => {
  const sessions = sessionsInRange(["audience"], { includesCustomers: true, recent });
  return `(session_id, visitor_id) NOT IN (SELECT session_id, visitor_id FROM ${sessions} WHERE audience = 'customer')`;
};

function ofVisits({ conditions, goals, recent }: Selecting, bindings: Bindings): string {
  const ofLeads = conditions.filter((each) => usesLeads([each]));
  const visitConditions = conditions.filter((each) => !ofLeads.includes(each));
  const includesCustomers = true;
  const { visitColumns, viewArrays, isMatchingVisit, where } = createMatching(
    { dimensions: [], conditions: visitConditions, goals, includesCustomers, recent },
    bindings,
  );
  const sessions = sessionsInRange([...visitColumns, ...viewArrays], { includesCustomers, recent });
  const subqueries = [
    ...(visitConditions.length > 0
      ? [`SELECT session_id, visitor_id FROM ${sessions} WHERE ${isMatchingVisit()}`]
      : []),
    ...(ofLeads.length > 0
      ? [`SELECT session_id, visitor_id ${COUNTED_LEADS} AND ${where.onViews(ofLeads)}`]
      : []),
  ];
  return subqueries.map((each) => `(session_id, visitor_id) IN (${each})`).join(" AND ");
}
