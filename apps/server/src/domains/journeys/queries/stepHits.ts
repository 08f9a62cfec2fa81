import { alternativesOf, type GoalCondition, type SingleCondition } from "@marquee/contract";
import { IS_IN_SESSION } from "../../../platform/storage/events/queries/sessions.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import type { Bindings } from "../../questions/queries/bindings.ts";
import {
  type EventCondition,
  eventCondition,
  goalHits,
  IS_IN_RANGE,
  isOfEvent,
} from "../../questions/queries/goalHits.ts";

/**
 * Subquery of what happened in the range that matches a step, one row each: `session_id`, `visitor_id`, `at` in milliseconds since the epoch, and `mask`,
 * whose bit k is set if it matches step k (from 0). An event that matches several steps is one row, so that it cannot count as two steps.
 */
export function stepHits(steps: readonly GoalCondition[], bindings: Bindings): string {
  const alternatives = steps.map(alternativesOf);
  const maskOf = (one: SingleCondition) =>
    alternatives.reduce((mask, list, index) => (list.some(isSameAs(one)) ? mask + 2 ** index : mask), 0);
  const all = alternatives.flat();
  const different = all.filter((one, index) => all.findIndex(isSameAs(one)) === index);
  const ofEvents = different.filter(isOfEvent);
  const parts = different
    .filter((one) => !isOfEvent(one))
    .map(
      (condition) =>
        `SELECT session_id, visitor_id, toUnixTimestamp64Milli(at) AS at, toUInt16(${maskOf(condition)}) AS mask
         FROM (${goalHits({ condition }, bindings)})`,
    );
  if (ofEvents.length > 0) parts.unshift(eventHits(ofEvents, maskOf, bindings));
  return parts.join("\n UNION ALL ");
}

/** Events are read once for all conditions. */
function eventHits(
  conditions: readonly EventCondition[],
  maskOf: (condition: EventCondition) => number,
  bindings: Bindings,
): string {
  const each = conditions.map((condition) => ({
    sql: eventCondition(condition, bindings),
    mask: maskOf(condition),
  }));
  // Alternatives of one step share its bit.
  const mask = each
    .map(({ sql, mask }) => `if(${sql}, ${mask}, 0)`)
    .reduce((one, other) => `bitOr(${one}, ${other})`);
  return `
    SELECT session_id, visitor_id, toUnixTimestamp64Milli(timestamp) AS at, toUInt16(${mask}) AS mask
    ${uniqueEvents(`${IS_IN_SESSION} AND ${IS_IN_RANGE}`)} AND (${each.map(({ sql }) => `(${sql})`).join(" OR ")})`;
}

const isSameAs = (one: SingleCondition) => (other: SingleCondition) =>
  JSON.stringify(one) === JSON.stringify(other);
