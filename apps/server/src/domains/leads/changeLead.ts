import { isLeadValue, type Timestamp } from "@marquee/contract";
import type { LeadChange, LeadEntryKind } from "@marquee/contract/schema";
import { and, eq, sql } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { accounts } from "../accounts/tables.ts";
import type { LeadRow } from "./leadStore.ts";
import { leadEntries, leads } from "./tables.ts";

interface Author {
  /** Email address of the account; null for a webhook. */
  actor: string | null;
  /** When it was decided. */
  at: Timestamp;
}

type Changes = Partial<Pick<LeadRow, "status" | "value" | "ownerId">>;

/**
 * Changes a lead's status, value or owner, and records each difference in its history. The version increases, so the copy in the event store
 * follows.
 * @returns the new owner's email address if the owner changed to someone; null otherwise.
 * @throws {ApiError} not_found, bad_request for an unknown owner or a value with fractions of a cent, conflict if the revision is outdated.
 */
export async function changeLead(
  db: RecordsDatabase,
  { id, revision, owner, ...changes }: LeadChange & { id: string },
  author: Author,
): Promise<string | null> {
  if (changes.value !== undefined && changes.value !== null && !isLeadValue(changes.value))
    throw new ApiError("bad_request", "Enter an amount with at most two decimals.");
  return db.transaction(async (tx) => {
    const before = await lockLead(tx, id);
    if (before.version !== revision)
      throw new ApiError(
        "conflict",
        "Someone changed this lead in the meantime. Review their change, then try again.",
      );
    const person = owner ? await findAccount(tx, owner) : null;
    const ownerBefore = before.ownerId ? await findEmail(tx, before.ownerId) : null;
    await applyChanges(tx, before, { ...changes, ...(owner !== undefined && { ownerId: owner }) }, author, {
      before: ownerBefore,
      after: person?.email ?? null,
    });
    return person && person.id !== before.ownerId ? person.email : null;
  });
}

/** Locks a lead until the transaction ends. @throws {ApiError} not_found */
export async function lockLead(tx: Transaction, id: string): Promise<LeadRow> {
  const [lead] = await tx.select().from(leads).where(eq(leads.id, id)).for("update");
  if (!lead) throw new ApiError("not_found", "This lead does not exist, or was deleted.");
  return lead;
}

/**
 * Stores the differences, each with an entry in the history. @param owners email addresses, for the history. @returns whether there were
 * any.
 */
export async function applyChanges(
  tx: Transaction,
  before: LeadRow,
  changes: Changes,
  { actor, at }: Author,
  owners: { before: string | null; after: string | null } = { before: null, after: null },
): Promise<boolean> {
  const entries: { kind: LeadEntryKind; before: string | null; after: string | null }[] = [];
  if (changes.status !== undefined && changes.status !== before.status)
    entries.push({ kind: "status", before: before.status, after: changes.status });
  if (changes.value !== undefined && changes.value !== before.value)
    entries.push({ kind: "value", before: amount(before.value), after: amount(changes.value) });
  if (changes.ownerId !== undefined && changes.ownerId !== before.ownerId)
    entries.push({ kind: "owner", ...owners });
  if (entries.length === 0) return false;
  const isDecision = entries.some(({ kind }) => kind !== "owner");
  await tx
    .update(leads)
    .set({
      ...changes,
      ...(isDecision && { statusAt: new Date(at) }),
      // A person who changes a lead's status has read it.
      ...(actor !== null && before.readAt === null && { readAt: new Date(at) }),
      version: sql`${leads.version} + 1`,
    })
    .where(eq(leads.id, before.id));
  await tx
    .insert(leadEntries)
    .values(entries.map((entry) => ({ leadId: before.id, at: new Date(at), actor, ...entry })));
  return true;
}

const amount = (value: number | null) => (value === null ? null : String(value));

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function findAccount(tx: Transaction, id: string): Promise<{ id: string; email: string }> {
  const rows = ID.test(id)
    ? await tx.select({ id: accounts.id, email: accounts.email }).from(accounts).where(eq(accounts.id, id))
    : [];
  if (!rows[0])
    throw new ApiError("bad_request", "This person no longer has an account. Choose another owner.");
  return rows[0];
}

async function findEmail(tx: Transaction, id: string): Promise<string | null> {
  const [account] = await tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, id));
  return account?.email ?? null;
}

/** Marks a lead as read or unread, for everyone on the team. */
export async function markLeadRead(db: RecordsDatabase, id: string, readAt: Date | null): Promise<void> {
  await db.update(leads).set({ readAt }).where(eq(leads.id, id));
}

export async function addLeadNote(
  db: RecordsDatabase,
  { id, text, actor, at }: { id: string; text: string } & Author,
): Promise<void> {
  if (text.trim() === "") throw new ApiError("bad_request", "Enter a note first.");
  await db
    .insert(leadEntries)
    .values({ leadId: id, at: new Date(at), actor, kind: "note", after: text.trim() });
}

/** Deletes or restores a note. @throws {ApiError} not_found */
export async function deleteLeadNote(
  db: RecordsDatabase,
  { lead, note, isDeleted }: { lead: string; note: string; isDeleted: boolean },
): Promise<void> {
  const isNote = and(eq(leadEntries.id, note), eq(leadEntries.leadId, lead), eq(leadEntries.kind, "note"));
  const [updatedNote] = ID.test(note)
    ? await db.update(leadEntries).set({ isDeleted }).where(isNote).returning({ id: leadEntries.id })
    : [];
  if (!updatedNote) throw new ApiError("not_found", "This note does not exist, or its lead was deleted.");
}
