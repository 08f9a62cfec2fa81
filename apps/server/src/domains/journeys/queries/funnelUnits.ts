import type { GoalCondition } from "@marquee/contract";
import type { Funnel } from "@marquee/contract/schema";
import { VARIATION, VISIT_COLUMNS } from "../../questions/queries/dimensionColumns.ts";
import { createJourneyVisits, type JourneyQuestion } from "./journeyVisits.ts";
import { stepHits } from "./stepHits.ts";

/** A funnel whose goals are resolved. */
export interface FunnelQuestion extends JourneyQuestion, Pick<Funnel, "per" | "order" | "window"> {
  steps: readonly GoalCondition[];
  /** A visit dimension; null for none. */
  breakdown: string | null;
}

/** Whether steps can be counted by a dimension. */
export const isBreakdown = (dimension: string) =>
  dimension === VARIATION || Object.hasOwn(VISIT_COLUMNS, dimension);

/** A window without a limit, in milliseconds; longer than any range. */
const UNLIMITED = 1e15;
/** Further events of a visit or visitor are ignored. Clients can send any number of events. */
const MAX_HITS = 10_000;

/**
 * Subquery of the visits or visitors that reached the first step, one row each: `visitor_id`, `reached`, an array with one tuple for each step that was reached (start
 * of the steps that led there, and time at which it was reached first, in milliseconds), `hits` (see {@link HIT}), and `parts`, values of the breakdown.
 */
export function funnelUnits(question: FunnelQuestion) {
  const { steps, per, breakdown } = question;
  const { bindings, isSelected, sessions } = createJourneyVisits(
    question,
    breakdown === null ? [] : [breakdown],
  );
  const column = breakdown === null ? null : (VISIT_COLUMNS[breakdown] ?? "variations");
  const values =
    column === null
      ? "[]"
      : column === "variations"
        ? "if(empty(variations), [''], variations)"
        : `[toString(${column})]`;
  const hits = `
    SELECT session_id, visitor_id, groupArray(${MAX_HITS})((at, mask)) AS found, groupBitOr(mask) AS masks
    FROM (${stepHits(steps, bindings)})
    GROUP BY session_id, visitor_id ${per === "visit" ? "HAVING bitTest(masks, 0)" : ""}`;
  // Visits outside the filters can have later steps, but not the first.
  const countedHits =
    per === "visit"
      ? "found"
      : `if(is_selected, found, arrayMap(each -> (each.1, bitAnd(each.2, ${FIRST_CLEARED})), found))`;
  const ofVisits = `
    SELECT visitor_id, session_id, arrayMap(each -> ${HIT}, arrayFilter(each -> each.2 > 0, ${countedHits})) AS hits,
           CAST(${values} AS Array(String)) AS values
    FROM (
      SELECT session_id, visitor_id, found${column === null ? "" : `, ${column}`}, ${isSelected} AS is_selected
      FROM (${hits}) AS hit INNER JOIN ${sessions(column === null ? [] : [column])} AS visit USING (session_id, visitor_id))
    ${per === "visit" ? "WHERE is_selected" : ""}`;
  const units =
    per === "visit"
      ? `SELECT visitor_id, arraySort(hits) AS hits, [(session_id, values)] AS places FROM (${ofVisits})`
      : `SELECT visitor_id, arraySlice(arraySort(groupArrayArray(hits)), 1, ${MAX_HITS}) AS hits, groupArray((session_id, values)) AS places
         FROM (${ofVisits}) GROUP BY visitor_id HAVING arrayExists(hit -> bitTest(hit.3, 0), hits)`;
  const start = "arrayFirst(hit -> hit.1 = reached[-1].1 AND bitTest(hit.3, 0), hits).4";
  return {
    bindings,
    sql: `(
      SELECT visitor_id, hits, ${follow(question)} AS reached,
             ${breakdown === null ? "[]" : `arrayFirst(place -> place.1 = ${start}, places).2`} AS parts
      FROM (${units}))`,
  };
}

/** A mask without its first step. */
const FIRST_CLEARED = 2 ** 16 - 2;

/** Sorted by time; events in the same millisecond are in step order. Time, lowest bit of the mask, mask, session. */
const HIT = "(each.1, bitAnd(each.2, bitNot(each.2) + 1), each.2, session_id)";

/**
 * Follows the steps through the hits. For each step, the accumulator has the latest start of a sequence that got there, or 0, and last the `reached` array. With a strict
 * order, a hit that does not match a step ends the sequences that got to it.
 */
function follow({ steps, order, window }: FunnelQuestion): string {
  const limit = window === null ? UNLIMITED : window * 1000;
  const size = steps.length + 1;
  const matches = (step: number) => `bitTest(hit.3, ${step - 1})`;
  /** Start of the sequences that the hit advances to a step. */
  const leads = (step: number) => `acc.${step - 1} > 0 AND hit.1 - acc.${step - 1} <= ${limit}`;
  const starts = steps.map((_, index) => {
    const step = index + 1;
    const carried = order === "strict" ? "toInt64(0)" : `acc.${step}`;
    if (step === 1) return `if(${matches(1)}, hit.1, ${carried})`;
    return `if(${matches(step)}, greatest(acc.${step}, if(${leads(step)}, acc.${step - 1}, toInt64(0))), ${carried})`;
  });
  const reached = steps.flatMap((_, index) => {
    const step = index + 1;
    const isNext = `length(acc.${size}) = ${index} AND ${matches(step)}`;
    return step === 1
      ? [isNext, `arrayPushBack(acc.${size}, (hit.1, hit.1))`]
      : [`${isNext} AND ${leads(step)}`, `arrayPushBack(acc.${size}, (acc.${step - 1}, hit.1))`];
  });
  const none = steps.map(() => "toInt64(0)").join(", ");
  return `tupleElement(arrayFold((acc, hit) -> (${starts.join(", ")}, multiIf(${reached.join(", ")}, acc.${size})), hits,
    (${none}, CAST([] AS Array(Tuple(Int64, Int64))))), ${size})`;
}
