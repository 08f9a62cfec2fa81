import { isDeepStrictEqual } from "node:util";
import type { Timestamp } from "@marquee/contract";
import { AREAS, mayOpen, ROLES, type RoleChange } from "@marquee/contract/schema";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import { segments } from "../../goals/tables.ts";
import { reports } from "../../reports/tables.ts";
import { revokeAllSessions } from "../accountSessions.ts";
import { type Account, accessOf } from "../accounts.ts";
import { resetSecondFactors } from "../secondFactor/resetSecondFactors.ts";
import { accounts, sessions } from "../tables.ts";

interface Author {
  by: Account;
  at: Timestamp;
}

/**
 * Changes a person's role and areas. Reducing access ends their sessions.
 * @throws {ApiError} not_found, conflict for the last owner.
 */
export async function changeAccess(
  db: RecordsDatabase,
  id: string,
  { role, areas }: RoleChange,
  { by, at }: Author,
): Promise<void> {
  await db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    const person = await findPerson(tx, id);
    const before = accessOf(person.role, person.areas);
    const after = accessOf(role, areas === undefined ? person.areas : areas);
    if (isDeepStrictEqual(before, after)) return;
    if (role !== "owner") requireOneOwner(owners, person);
    const isDemoted = ROLES.indexOf(role) > ROLES.indexOf(person.role);
    if (isDemoted || AREAS.some((area) => mayOpen(before, area) && !mayOpen(after, area)))
      await tx.delete(sessions).where(eq(sessions.accountId, id));
    await tx.update(accounts).set(after).where(eq(accounts.id, id));
    const change = { entity: "account", key: person.email, action: "changed" } as const;
    await recordChange(tx, { at, actor: by.email, ...change, before, after });
  });
}

/** Deletes a person's account, sessions and own segments and reports; shared ones stay. @throws {ApiError} not_found, conflict for the last owner. */
export async function removePerson(db: RecordsDatabase, id: string, { by, at }: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const owners = await lockOwners(tx);
    const person = await findPerson(tx, id);
    requireOneOwner(owners, person);
    await tx.delete(segments).where(and(eq(segments.ownerId, id), eq(segments.isShared, false)));
    await tx.delete(reports).where(and(eq(reports.ownerId, id), eq(reports.isShared, false)));
    await tx.delete(accounts).where(eq(accounts.id, id));
    const change = { entity: "account", key: person.email, action: "removed" } as const;
    await recordChange(tx, { at, actor: by.email, ...change, before: { role: person.role }, after: null });
  });
}

/** Removes a person's second factors after they lost them. @throws {ApiError} not_found, bad_request for your own account. */
export async function resetTwoFactor(db: RecordsDatabase, id: string, { by, at }: Author): Promise<void> {
  const person = await findPerson(db, id);
  if (person.id === by.id) {
    throw new ApiError("bad_request", "Manage your own two-factor authentication on the Account screen.");
  }
  await resetSecondFactors(db, { account: person, actor: by.email, at });
}

/**
 * Signs a person out everywhere, for example after they lost a laptop. @throws {ApiError} not_found, bad_request for your own
 * account.
 */
export async function endSessions(db: RecordsDatabase, id: string, { by, at }: Author): Promise<void> {
  const person = await findPerson(db, id);
  if (person.id === by.id) throw new ApiError("bad_request", "End your own sessions on the Account screen.");
  await revokeAllSessions(db, person, { actor: by.email, at });
}

const ID_PATTERN = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

async function findPerson(tx: Transaction, id: string) {
  const [person] = ID_PATTERN.test(id)
    ? await tx.select().from(accounts).where(eq(accounts.id, id)).for("update")
    : [];
  if (!person) throw new ApiError("not_found", "This person no longer has access. Reload the page.");
  return person;
}

/**
 * Locks all owners. Call it first in a transaction: the lock prevents removing the last two owners at the same time,
 * and the fixed order prevents deadlocks.
 */
async function lockOwners(tx: Transaction): Promise<{ id: string }[]> {
  return tx.select().from(accounts).where(eq(accounts.role, "owner")).orderBy(accounts.id).for("update");
}

function requireOneOwner(owners: readonly { id: string }[], { id }: { id: string }): void {
  if (owners.some((owner) => owner.id !== id)) return;
  throw new ApiError("conflict", "The console needs at least one owner. Make someone else an owner first.");
}
