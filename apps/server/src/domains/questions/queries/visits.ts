import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_SECOND } from "@marquee/contract";
import { type RecentSessions, sessionsWhere } from "../../../platform/storage/events/queries/sessions.ts";
import { type Periods, periodsOf, TO } from "./periods.ts";

/** A session's ID is its start by the sender's clock, which is off by at most a day (see `enrich`). */
const CLOCK_TOLERANCE: Milliseconds = ONE_DAY;
/** Later page views of a longer visit do not count. The limit lets the store skip older visits. */
const LONGEST_VISIT: Milliseconds = 7 * ONE_DAY;
/** Columns that decide whether a visit is selected. */
const COMPARED = ["started", "ended", "views", "audience"];
/** A lead can arrive after the last event of its visit. */
const LEAD_DELAY: Milliseconds = ONE_HOUR;

interface Selected {
  /** Whether known customers are included. */
  includesCustomers: boolean;
  /** Condition on `session_id` and `visitor_id` that lets the store skip the other sessions. */
  where?: string;
  /** How long before the range visits are also selected. */
  lookBack?: Milliseconds;
  /** Ranges of the statement; one by default. */
  periods?: Periods;
  /** See {@link sessionsWhere}. */
  recent?: RecentSessions | undefined;
}

/**
 * Subquery of the visits that overlap the range: sessions with at least one page view, not of known customers. A visit is the events of one
 * visitor with no gap of 30 minutes, without bots.
 */
export function visitsInRange(columns: readonly string[], selected: Selected): string {
  return select(columns, selected, ["views > 0"]);
}

/** Subquery of the sessions that overlap the range, including those without a page view. */
export function sessionsInRange(columns: readonly string[], selected: Selected): string {
  return select(columns, selected, []);
}

/** Subquery of all visits that started before the range ends, including earlier ones. */
export function visitsUntil(columns: readonly string[], { includesCustomers, recent }: Selected): string {
  const isCounted = [
    `started < ${TO}`,
    "views > 0",
    ...(includesCustomers ? [] : ["audience != 'customer'"]),
  ];
  return `(
    SELECT ${columns.join(", ")}
    FROM ${sessionsWhere(`session_id < {to:Int64} + ${CLOCK_TOLERANCE}`, { columns: [...columns, ...COMPARED], recent })} WHERE ${isCounted.join(" AND ")})`;
}

/** Condition on `session_id` for visits whose page views in the range count. */
export const IS_RECENT = `session_id >= {from:Int64} - ${CLOCK_TOLERANCE + LONGEST_VISIT}`;

function select(
  columns: readonly string[],
  { includesCustomers, where, lookBack = 0, periods = periodsOf(false), recent }: Selected,
  conditions: readonly string[],
): string {
  const isNear = (from: string, to: string) =>
    `session_id >= ${from} - ${CLOCK_TOLERANCE + LONGEST_VISIT + lookBack} AND session_id < ${to} + ${CLOCK_TOLERANCE}`;
  const sessionConditions = [periods.either(isNear), ...(where ? [where] : [])];
  const { arrayJoin, where: overlaps } = periods.split(
    (from, to) =>
      `started < ${to} AND ended >= ${from} - toIntervalSecond(${(LEAD_DELAY + lookBack) / ONE_SECOND})`,
  );
  const isCounted = [overlaps, ...(includesCustomers ? [] : ["audience != 'customer'"]), ...conditions];
  return `(
    SELECT ${[...new Set(["session_id", "visitor_id", ...columns, ...periods.columns])].join(", ")}
    FROM ${sessionsWhere(sessionConditions.join(" AND "), { columns: [...columns, ...COMPARED], recent })} ${arrayJoin} WHERE ${isCounted.join(" AND ")})`;
}
