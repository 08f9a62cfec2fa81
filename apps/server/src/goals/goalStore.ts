import {
  alternativesOf,
  type Goal,
  type GoalCondition,
  type GoalDefinition,
  type SingleCondition,
  type Timestamp,
} from "@marquee/contract";
import { type GoalChange, GoalConditionSchema, type GoalState } from "@marquee/contract/schema";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { Compile } from "typebox/compile";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { goals } from "../storage/records/schema.ts";

type Reader = Pick<RecordsDatabase, "select">;
type Writer = Pick<RecordsDatabase, "select" | "insert" | "update">;
type Row = typeof goals.$inferSelect;

/** Who changes a goal, and when. */
export interface Author {
  /** Email address of the account. */
  actor: string;
  now: Timestamp;
}

const conditions = Compile(GoalConditionSchema);

/** The goals that count, by name. They are read for each question, so every instance knows a change at once. */
export async function listGoals(db: Reader): Promise<Goal[]> {
  const { goals } = await readGoals(db);
  return goals.filter(({ isArchived }) => !isArchived).map(({ goal }) => goal);
}

/** Every goal by name, archived ones last, and the names of those that a newer version of the server saved in a way that this one does not know. */
export async function readGoals(db: Reader): Promise<{ goals: GoalState[]; unreadable: string[] }> {
  const rows = await db
    .select()
    .from(goals)
    .orderBy(asc(goals.isArchived), asc(sql`lower(${goals.name})`));
  const isReadable = ({ condition }: Row) => conditions.Check(condition);
  return {
    goals: rows.filter(isReadable).map(stateOf),
    unreadable: rows.filter((row) => !isReadable(row)).map(({ name }) => name),
  };
}

/** @throws {ApiError} not_found */
export async function findGoal(db: Reader, id: number): Promise<GoalState> {
  const row = await findRow(db, id);
  if (!row || !conditions.Check(row.condition)) throw new ApiError("not_found", "This goal does not exist.");
  return stateOf(row);
}

/** @throws {ApiError} bad_request for a wrong definition, conflict if the name is taken. */
export async function createGoal(
  db: RecordsDatabase,
  given: GoalDefinition,
  { actor, now }: Author,
): Promise<GoalState> {
  const goal = checkGoal(given);
  const at = new Date(now);
  const written = { ...goal, revision: 1, createdAt: at, createdBy: actor, updatedAt: at, updatedBy: actor };
  return db.transaction(async (tx) => {
    // The index decides, so of two requests at once, one gets the name.
    const [row] = await tx.insert(goals).values(written).onConflictDoNothing().returning();
    if (!row) throw await nameTaken(tx, goal.name);
    await record(tx, { row, action: "created", before: null, author: { actor, now } });
    return stateOf(row);
  });
}

/**
 * Saves, archives or restores a goal.
 * @param action overrides the action in the change history.
 * @throws {ApiError} bad_request for a wrong definition, not_found, conflict if the revision is outdated or the name is taken.
 */
export async function changeGoal(
  db: RecordsDatabase,
  { id, revision, goal: given }: GoalChange & { id: number },
  { actor, now }: Author,
  action?: "reverted",
): Promise<GoalState> {
  const goal = checkGoal(given);
  return db.transaction(async (tx) => {
    const before = await findRow(tx, id);
    if (!before) throw new ApiError("not_found", "This goal does not exist.");
    if (await hasName(tx, goal.name, id)) throw await nameTaken(tx, goal.name);
    // The statement itself compares the revision, so two concurrent edits cannot both succeed.
    const [row] = await tx
      .update(goals)
      .set({ ...goal, revision: revision + 1, updatedAt: new Date(now), updatedBy: actor })
      .where(and(eq(goals.id, id), eq(goals.revision, revision)))
      .returning();
    if (!row) throw conflict(before);
    const done = action ?? actionOf(before, goal);
    await record(tx, { row, action: done, before: definitionOf(before), author: { actor, now } });
    return stateOf(row);
  });
}

function actionOf(before: Row, { isArchived }: GoalDefinition): string {
  if (before.isArchived === isArchived) return "changed";
  return isArchived ? "archived" : "restored";
}

/** Checks what the schema cannot, and trims the name. */
function checkGoal(goal: GoalDefinition): GoalDefinition {
  checkCondition(goal.condition);
  return { ...goal, name: goal.name.trim().replace(/\s+/g, " ") };
}

/** Checks what the schema of conditions cannot. @throws {ApiError} bad_request */
export function checkCondition(condition: GoalCondition): GoalCondition {
  if (!alternativesOf(condition).every(hasPath))
    throw new ApiError("bad_request", "A path starts with a slash, such as /pricing.");
  return condition;
}

/** "contains /" and "starts with /" are useful; a path without its slash never matches the others. */
const hasPath = (condition: SingleCondition) =>
  condition.kind !== "page" || condition.match === "contains" || condition.path.startsWith("/");

async function findRow(db: Reader, id: number): Promise<Row | null> {
  const [row] = await db.select().from(goals).where(eq(goals.id, id));
  return row ?? null;
}

async function hasName(db: Reader, name: string, except: number): Promise<boolean> {
  const isNamed = and(eq(sql`lower(${goals.name})`, sql`lower(${name})`), ne(goals.id, except));
  return (await db.select({ id: goals.id }).from(goals).where(isNamed)).length > 0;
}

async function nameTaken(db: Reader, name: string): Promise<ApiError> {
  const isNamed = eq(sql`lower(${goals.name})`, sql`lower(${name})`);
  const [other] = await db.select().from(goals).where(isNamed);
  const advice = other?.isArchived ? "Restore it, or choose another name." : "Choose another name.";
  const what = other?.isArchived ? "An archived goal" : "Another goal";
  return new ApiError("conflict", `${what} is named ${name}. ${advice}`);
}

function conflict({ updatedBy, updatedAt }: Row): ApiError {
  return new ApiError(
    "conflict",
    `${updatedBy} changed this goal at ${updatedAt.toISOString()}. Review their change, then save again.`,
  );
}

async function record(
  tx: Writer,
  {
    row,
    action,
    before,
    author,
  }: { row: Row; action: string; before: GoalDefinition | null; author: Author },
): Promise<void> {
  const { actor, now } = author;
  const change = { entity: "goal", key: String(row.id), action } as const;
  await recordChange(tx, { ...change, at: now, actor, before, after: definitionOf(row) });
}

function definitionOf({
  name,
  condition,
  value,
  isArchived,
}: Pick<Row, keyof GoalDefinition>): GoalDefinition {
  return { name, condition, value, isArchived };
}

function stateOf({ id, name, condition, value, createdAt, updatedAt, ...row }: Row): GoalState {
  return {
    goal: { id, name, condition, value },
    ...row,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}
