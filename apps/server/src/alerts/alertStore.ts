import { isDeepStrictEqual } from "node:util";
import { isEmailAddress, type Timestamp } from "@marquee/contract";
import {
  type AlertChange,
  type AlertDefinition,
  type AlertState,
  FILTERED_KINDS,
  GOAL_KINDS,
  isCounted,
  ruleOf,
  windowOf,
} from "@marquee/contract/schema";
import { and, asc, eq, sql } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { readDefinitions } from "../goals/readDefinitions.ts";
import { checkFilters } from "../questions/checkQuery.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { alerts } from "../storage/records/schema.ts";

type Reader = Pick<RecordsDatabase, "select">;
export type AlertRow = typeof alerts.$inferSelect;

/** Who changes an alert, and when. */
interface Author {
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
}

/** More would only make noise. */
const MAX_ALERTS = 100;

const isThere = sql`not (${alerts.definition} ->> 'isDeleted')::boolean`;

/** All alerts but deleted ones, in the order in which they were made. */
export async function listAlerts(db: Reader): Promise<AlertState[]> {
  const rows = await db.select().from(alerts).where(isThere).orderBy(asc(alerts.id));
  return rows.map(stateOf);
}

/** @throws {ApiError} not_found */
export async function findAlert(db: Reader, id: number): Promise<AlertState> {
  const [row] = await db.select().from(alerts).where(eq(alerts.id, id));
  if (!row) throw missing();
  return stateOf(row);
}

/** @throws {ApiError} bad_request for a definition that cannot be checked, or too many alerts. */
export async function createAlert(
  db: RecordsDatabase,
  alert: AlertDefinition,
  { actor, now }: Author,
): Promise<AlertState> {
  const definition = await checkAlert(db, alert);
  if ((await listAlerts(db)).length >= MAX_ALERTS)
    throw new ApiError("bad_request", `There are ${MAX_ALERTS} alerts already. Delete one first.`);
  const time = new Date(now);
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(alerts)
      .values({
        definition,
        isActive: isActive(definition),
        revision: 1,
        nextAt: time,
        updatedAt: time,
        updatedBy: actor,
      })
      .returning();
    if (!row) throw missing();
    await record(tx, { row, action: "created", before: null, author: { actor, now } });
    return stateOf(row);
  });
}

/**
 * Saves, deletes or restores an alert. It is checked again at once.
 * @param action overrides the action in the change history.
 * @throws {ApiError} not_found, bad_request, conflict if the revision is outdated.
 */
export async function changeAlert(
  db: RecordsDatabase,
  { id, revision, alert }: AlertChange & { id: number },
  { actor, now }: Author,
  action?: "reverted",
): Promise<AlertState> {
  const definition = await checkAlert(db, alert);
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(alerts).where(eq(alerts.id, id));
    if (!before) throw missing();
    const time = new Date(now);
    // The statement itself compares the revision, so two concurrent edits cannot both succeed.
    const [row] = await tx
      .update(alerts)
      .set({
        definition,
        isActive: isActive(definition),
        revision: revision + 1,
        nextAt: time,
        updatedAt: time,
        updatedBy: actor,
        // What was read for another question says nothing about this one.
        ...(isSameQuestion(before.definition, definition) ? {} : { status: null, checkedThrough: time }),
      })
      .where(and(eq(alerts.id, id), eq(alerts.revision, revision)))
      .returning();
    if (!row) throw conflict(before);
    const done = action ?? actionOf(before.definition, definition);
    await record(tx, { row, action: done, before: before.definition, author: { actor, now } });
    return stateOf(row);
  });
}

/** Notifies nobody until a time; null ends it. @throws {ApiError} not_found */
export async function snoozeAlert(
  db: RecordsDatabase,
  { id, until }: { id: number; until: Timestamp | null },
): Promise<AlertState> {
  const [row] = await db
    .update(alerts)
    .set({ snoozedUntil: until === null ? null : new Date(until) })
    .where(and(eq(alerts.id, id), isThere))
    .returning();
  if (!row) throw missing();
  return stateOf(row);
}

const isActive = ({ isOn, isDeleted }: AlertDefinition) => isOn && !isDeleted;

function isSameQuestion(one: AlertDefinition, other: AlertDefinition): boolean {
  // The store orders the keys of objects in its own way.
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
  if (channels.includes("email") && recipients.length === 0) throw bad("Enter who gets the emails.");
  return { ...alert, name: alert.name.trim() };
}

/** @throws {ApiError} bad_request for a rule that could never find anything, or always. */
function checkRule(alert: AlertDefinition): void {
  const { kind, direction } = alert;
  const rule = ruleOf(alert);
  if (!isCounted(kind) && (rule.type !== "unusual" || windowOf(alert) !== 1))
    throw bad("This kind of alert has no window and no threshold. Remove them.");
  if (rule.type === "threshold") {
    const isRate = kind === "conversion" || kind === "consent";
    if (isRate && rule.limit > 100) throw bad("A percentage is at most 100.");
    if (rule.side === "below" && rule.limit === 0) throw bad("Nothing is below 0. Enter a larger number.");
    if (isRate && rule.side === "above" && rule.limit === 100)
      throw bad("Nothing is above 100%. Enter a smaller number.");
  }
  if (rule.type === "change" && direction === "drop" && rule.percent >= 100)
    throw bad("Nothing drops by more than 100%. Enter a smaller number.");
}

function actionOf(before: AlertDefinition, { isDeleted, isOn }: AlertDefinition): string {
  if (before.isDeleted !== isDeleted) return isDeleted ? "deleted" : "restored";
  if (before.isOn !== isOn) return isOn ? "turned on" : "turned off";
  return "changed";
}

const bad = (message: string) => new ApiError("bad_request", message);
const missing = () => new ApiError("not_found", "This alert does not exist.");

function conflict({ updatedBy, updatedAt }: AlertRow): ApiError {
  return new ApiError(
    "conflict",
    `${updatedBy ?? "Someone"} changed this alert at ${updatedAt.toISOString()}. Close it, review their change, and try again.`,
  );
}

interface Recorded {
  row: AlertRow;
  action: string;
  before: AlertDefinition | null;
  author: Author;
}

async function record(
  tx: Pick<RecordsDatabase, "insert">,
  { row, action, before, author: { actor, now } }: Recorded,
): Promise<void> {
  const change = { entity: "alert", key: String(row.id), action } as const;
  await recordChange(tx, { ...change, at: now, actor, before, after: row.definition });
}

function stateOf({
  id,
  definition,
  revision,
  snoozedUntil,
  status,
  updatedAt,
  updatedBy,
}: AlertRow): AlertState {
  return {
    id,
    alert: definition,
    revision,
    snoozedUntil: snoozedUntil?.getTime() ?? null,
    status,
    updatedAt: updatedAt.getTime(),
    updatedBy,
  };
}
