import { isDeepStrictEqual } from "node:util";
import { isEmailAddress, type Timestamp } from "@marquee/contract";
import {
  type AlertDefinition,
  type AlertState,
  FILTERED_KINDS,
  GOAL_KINDS,
  isCounted,
  ruleOf,
  windowOf,
} from "@marquee/contract/schema";
import { and, eq, not, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Reader } from "../../platform/versioned/statements.ts";
import { tidyName, versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import type { Writing } from "../../platform/versioned/versionedRecord.types.ts";
import { readDefinitions } from "../goals/readDefinitions.ts";
import { checkFilters } from "../questions/checkFilters.ts";
import { alerts } from "./tables.ts";

export type AlertRow = typeof alerts.$inferSelect;

/** Maximum number of alerts; more would be noise. */
const MAX_ALERTS = 100;

const isDeleted = sql`(${alerts.definition} ->> 'isDeleted')::boolean`;

/** Alerts, in order of creation. A changed one is checked again immediately. */
export const alertStore = versionedRecord({
  entity: "alert",
  noun: "this alert",
  table: alerts,
  key: "id",
  columnsOf,
  definitionOf: ({ definition }) => definition,
  stateOf: ({ status, snoozedUntil }, stored): AlertState => ({
    ...stored,
    snoozedUntil: snoozedUntil?.getTime() ?? null,
    status,
  }),
  end: { action: "deleted", flag: "isDeleted", isEnded: isDeleted },
  actionOf({ before, after: { isOn } }) {
    if (before && before.isOn !== isOn) return isOn ? "turned on" : "turned off";
    return before ? "changed" : "created";
  },
});

async function columnsOf(
  alert: AlertDefinition,
  { tx, before, author }: Writing<AlertRow>,
): Promise<Partial<AlertRow>> {
  const definition = await checkAlert(tx, alert);
  if (!before) await checkCount(tx);
  const now = new Date(author.now);
  return {
    definition,
    isActive: definition.isOn && !definition.isDeleted,
    nextAt: now,
    // Results for a different query do not apply to this one.
    ...(before && !isSameQuestion(before.definition, definition) && { status: null, checkedThrough: now }),
  };
}

async function checkCount(db: Reader): Promise<void> {
  const rows = await db.select({ id: alerts.id }).from(alerts).where(not(isDeleted));
  if (rows.length >= MAX_ALERTS) throw bad(`There are ${MAX_ALERTS} alerts already. Delete one first.`);
}

/** Notifies nobody until a time; null ends it. @throws {ApiError} not_found */
export async function snoozeAlert(
  db: RecordsDatabase,
  { id, until }: { id: number; until: Timestamp | null },
): Promise<AlertState> {
  const [row] = await db
    .update(alerts)
    .set({ snoozedUntil: until === null ? null : new Date(until) })
    .where(and(eq(alerts.id, id), not(isDeleted)))
    .returning();
  if (!row) throw new ApiError("not_found", "This alert does not exist.");
  return alertStore.stateOf(row);
}

function isSameQuestion(one: AlertDefinition, other: AlertDefinition): boolean {
  // The store reorders the keys of objects.
  const question = (alert: AlertDefinition) => [
    alert.kind,
    alert.goal,
    alert.filters,
    windowOf(alert),
    ruleOf(alert),
  ];
  return isDeepStrictEqual(question(one), question(other));
}

/** @throws {ApiError} bad_request that says what is wrong. */
export async function checkAlert(db: Reader, alert: AlertDefinition): Promise<AlertDefinition> {
  const { kind, goal, filters, channels, recipients } = alert;
  const { goals, segments } = await readDefinitions(db, undefined);
  if (filters.length > 0 && !FILTERED_KINDS.includes(kind))
    throw bad("This kind of alert has no filters. Remove them.");
  checkFilters(filters, { goals, segment: (id) => segments.get(id) });
  const hasGoal = GOAL_KINDS.includes(kind);
  if (hasGoal !== (goal !== null))
    throw bad(hasGoal ? "Choose a goal." : "Only alerts about conversions have a goal.");
  checkRule(alert);
  if (goal !== null && !alert.isDeleted && !goals.some(({ id }) => id === goal))
    throw bad("This goal does not exist, or is archived. Choose another one.");
  const wrong = recipients.find((address) => !isEmailAddress(address));
  if (wrong !== undefined) throw bad(`${wrong} is not an email address.`);
  if (channels.includes("email") && recipients.length === 0) throw bad("Enter at least one email address.");
  return { ...alert, name: tidyName(alert.name) };
}

/** @throws {ApiError} bad_request for a rule that would never or always match. */
function checkRule(alert: AlertDefinition): void {
  const { kind, direction } = alert;
  const rule = ruleOf(alert);
  if (!isCounted(kind) && (rule.type !== "unusual" || windowOf(alert) !== 1))
    throw bad("This kind of alert has no window and no threshold. Remove them.");
  if (rule.type === "threshold") {
    const isRate = kind === "conversion" || kind === "consent";
    if (isRate && rule.limit > 100) throw bad("A percentage can be at most 100.");
    if (rule.side === "below" && rule.limit === 0)
      throw bad("Nothing can be below 0. Enter a larger number.");
    if (isRate && rule.side === "above" && rule.limit === 100)
      throw bad("Nothing can be above 100%. Enter a smaller number.");
  }
  if (rule.type === "change" && direction === "drop" && rule.percent >= 100)
    throw bad("Nothing can drop by more than 100%. Enter a smaller number.");
}

const bad = (message: string) => new ApiError("bad_request", message);
