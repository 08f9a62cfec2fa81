import { CHANGE_KINDS, may, mayOpen } from "@marquee/contract/schema";
import { and, desc, eq } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { changes } from "../../../platform/storage/records/tables.ts";
import { REVERTIBLE, type RecordedChange, type RevertOptions } from "./revertible.ts";

/**
 * Reverts a change by restoring the previous value, as a new change. A reverted creation ends the item: flags, goals and funnels are archived, notes,
 * alerts, reports, boards, campaign links and imported costs deleted. For the steps of an experiment, see `revertStep.ts`.
 * @throws {ApiError} not_found, conflict if there is a newer change, bad_request if it can't be reverted.
 */
export async function revertChange(options: RevertOptions, id: number): Promise<void> {
  const { db, person, prove } = options;
  const [change] = await db.select().from(changes).where(eq(changes.id, id));
  if (!change) throw new ApiError("not_found", "This change no longer exists. Reload the page.");
  if (!mayOpen(person, CHANGE_KINDS[change.entity].area))
    throw new ApiError("forbidden", "Your account is limited to other areas. Ask an owner to revert this.");
  if (change.action === "shipped" && !may(person.role, "publish"))
    throw new ApiError("forbidden", "Only editors and owners can revert what was published.");
  // It restores recipients, who get figures by email.
  if (change.entity === "alert") prove();
  const revertible = REVERTIBLE[change.entity];
  if (!revertible?.isRevertible(change))
    throw new ApiError("bad_request", "This change can't be reverted here. Undo it on its own screen.");
  // Read before the change history, so that saving detects any concurrent change as a newer revision.
  const revision = await revertible.revisionOf(options, change);
  const [latest] = await db
    .select({ id: changes.id })
    .from(changes)
    .where(and(eq(changes.entity, change.entity), eq(changes.key, change.key)))
    .orderBy(desc(changes.id))
    .limit(1);
  if (latest?.id !== id) throw new ApiError("conflict", "There is a newer change. Revert that one first.");
  await revertible.revert(options, change, revision);
}

/** Whether a change can be reverted while it is the latest. */
export function isRevertible(change: RecordedChange): boolean {
  return REVERTIBLE[change.entity]?.isRevertible(change) ?? false;
}
