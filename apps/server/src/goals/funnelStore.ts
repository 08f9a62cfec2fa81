import type { GoalCondition } from "@marquee/contract";
import {
  type Funnel,
  type FunnelChange,
  type FunnelDefinition,
  FunnelSchema,
  type FunnelState,
} from "@marquee/contract/schema";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import { Compile } from "typebox/compile";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { funnels } from "../storage/records/schema.ts";
import { type Author, checkCondition } from "./goalStore.ts";

type Reader = Pick<RecordsDatabase, "select">;
type Row = typeof funnels.$inferSelect;

const stored = Compile(FunnelSchema);

/** Every funnel by name, archived ones last, and the names of those that a newer version of the server saved in a way that this one does not know. */
export async function readFunnels(db: Reader): Promise<{ funnels: FunnelState[]; unreadable: string[] }> {
  const rows = await db
    .select()
    .from(funnels)
    .orderBy(asc(funnels.isArchived), asc(sql`lower(${funnels.name})`));
  const isReadable = ({ funnel }: Row) => stored.Check(funnel);
  return {
    funnels: rows.filter(isReadable).map(stateOf),
    unreadable: rows.filter((row) => !isReadable(row)).map(({ name }) => name),
  };
}

/** @throws {ApiError} not_found */
export async function findFunnel(db: Reader, id: number): Promise<FunnelState> {
  const row = await findRow(db, id);
  if (!row || !stored.Check(row.funnel)) throw missing();
  return stateOf(row);
}

/** @throws {ApiError} bad_request for a wrong definition, conflict if the name is taken. */
export async function createFunnel(
  db: RecordsDatabase,
  given: FunnelDefinition,
  author: Author,
): Promise<FunnelState> {
  const definition = checkDefinition(given);
  return db.transaction(async (tx) => {
    // The index decides, so of two requests at once, one gets the name.
    const [row] = await tx
      .insert(funnels)
      .values({ ...definition, revision: 1, updatedAt: new Date(author.now), updatedBy: author.actor })
      .onConflictDoNothing()
      .returning();
    if (!row) throw nameTaken(definition.name);
    await record(tx, { row, action: "created", before: null }, author);
    return stateOf(row);
  });
}

/**
 * Saves, archives or restores a funnel.
 * @param action overrides the action in the change history.
 * @throws {ApiError} bad_request for a wrong definition, not_found, conflict if the revision is outdated or the name is taken.
 */
export async function changeFunnel(
  db: RecordsDatabase,
  { id, revision, definition: given }: FunnelChange & { id: number },
  author: Author,
  action?: "reverted",
): Promise<FunnelState> {
  const definition = checkDefinition(given);
  return db.transaction(async (tx) => {
    const before = await findRow(tx, id);
    if (!before) throw missing();
    const isNamed = and(eq(sql`lower(${funnels.name})`, sql`lower(${definition.name})`), ne(funnels.id, id));
    if ((await tx.select({ id: funnels.id }).from(funnels).where(isNamed)).length > 0)
      throw nameTaken(definition.name);
    // The statement itself compares the revision, so two concurrent edits cannot both succeed.
    const [row] = await tx
      .update(funnels)
      .set({
        ...definition,
        revision: revision + 1,
        updatedAt: new Date(author.now),
        updatedBy: author.actor,
      })
      .where(and(eq(funnels.id, id), eq(funnels.revision, revision)))
      .returning();
    if (!row)
      throw new ApiError(
        "conflict",
        `${before.updatedBy} changed this funnel at ${before.updatedAt.toISOString()}. Review their change, then save again.`,
      );
    const done = action ?? actionOf(before, definition);
    await record(tx, { row, action: done, before: definitionOf(before) }, author);
    return stateOf(row);
  });
}

/**
 * The conditions of a funnel's steps.
 * @param goals that are not archived.
 * @throws {ApiError} bad_request if a goal is archived or missing, or a condition is wrong.
 */
export function resolveSteps(
  { steps }: Pick<Funnel, "steps">,
  goals: readonly { id: number; condition: GoalCondition }[],
): GoalCondition[] {
  return steps.map((step, index) => {
    if ("condition" in step) return checkCondition(step.condition);
    const goal = goals.find(({ id }) => id === step.goal);
    if (goal) return goal.condition;
    throw new ApiError(
      "bad_request",
      `Step ${index + 1} is a goal that was archived or does not exist. Restore the goal, or choose another step.`,
    );
  });
}

function checkDefinition({ name, funnel, isArchived }: FunnelDefinition): FunnelDefinition {
  for (const step of funnel.steps) if ("condition" in step) checkCondition(step.condition);
  return { name: name.trim().replace(/\s+/g, " "), funnel, isArchived };
}

function actionOf(before: Row, { isArchived }: FunnelDefinition): string {
  if (before.isArchived === isArchived) return "changed";
  return isArchived ? "archived" : "restored";
}

async function findRow(db: Reader, id: number): Promise<Row | null> {
  const [row] = await db.select().from(funnels).where(eq(funnels.id, id));
  return row ?? null;
}

const missing = () => new ApiError("not_found", "This funnel does not exist.");
const nameTaken = (name: string) =>
  new ApiError("conflict", `Another funnel, perhaps an archived one, is named ${name}. Choose another name.`);

async function record(
  tx: Pick<RecordsDatabase, "insert">,
  { row, action, before }: { row: Row; action: string; before: FunnelDefinition | null },
  { actor, now }: Author,
): Promise<void> {
  const change = { entity: "funnel", key: String(row.id), action } as const;
  await recordChange(tx, { ...change, at: now, actor, before, after: definitionOf(row) });
}

const definitionOf = ({ name, funnel, isArchived }: Row): FunnelDefinition => ({ name, funnel, isArchived });

function stateOf(row: Row): FunnelState {
  const { id, revision, updatedAt, updatedBy } = row;
  return { id, definition: definitionOf(row), revision, updatedAt: updatedAt.getTime(), updatedBy };
}
