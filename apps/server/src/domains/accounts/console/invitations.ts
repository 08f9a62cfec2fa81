import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { Invitation, Join, OpenInvitation } from "@marquee/contract/schema";
import { and, eq, gt } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { createToken, digestOf } from "../../../platform/storage/tokens.ts";
import { type Account, accessOf, checkEmail, type ProvenAccount } from "../accounts.ts";
import { hashPassword } from "../passwords.ts";
import { accounts, invitations } from "../tables.ts";

const LINK_LIFETIME = 7 * ONE_DAY;

interface Author {
  by: Account;
  at: Timestamp;
}

/**
 * Creates an invitation and invalidates earlier links for the same address.
 * @returns the link's token, which is not stored, and its expiry.
 * @throws {ApiError} bad_request for an invalid address, conflict if the person already has access.
 */
export async function invite(
  db: RecordsDatabase,
  { email, role, areas = null }: Invitation,
  { by, at }: Author,
): Promise<{ token: string; expiresAt: Timestamp }> {
  const address = checkEmail(email);
  const token = createToken();
  const expiresAt = at + LINK_LIFETIME;
  await db.transaction(async (tx) => {
    const existingAccounts = await tx.select().from(accounts).where(eq(accounts.email, address));
    if (existingAccounts.length > 0) throw new ApiError("conflict", `${address} already has access.`);
    await tx.delete(invitations).where(eq(invitations.email, address));
    const id = digestOf(token);
    await tx
      .insert(invitations)
      .values({ id, email: address, ...accessOf(role, areas), expiresAt: new Date(expiresAt) });
    const change = { entity: "account", key: address, action: "invited" } as const;
    await recordChange(tx, { at, actor: by.email, ...change, before: null, after: accessOf(role, areas) });
  });
  return { token, expiresAt };
}

/** Revokes an invitation; its link stops working. @throws {ApiError} not_found if it was used or revoked before. */
export async function withdrawInvitation(db: RecordsDatabase, id: string, { by, at }: Author): Promise<void> {
  await db.transaction(async (tx) => {
    const [invitation] = await tx.delete(invitations).where(eq(invitations.id, id)).returning();
    if (!invitation) {
      throw new ApiError("not_found", "This invitation was used or revoked. Reload the page.");
    }
    const { email, role } = invitation;
    const change = { entity: "account", key: email, action: "withdrawn" } as const;
    await recordChange(tx, { at, actor: by.email, ...change, before: { role }, after: null });
  });
}

/** The email address and role that a link invites. @throws {ApiError} gone if the link was used, revoked or has expired. */
export async function openInvitation(
  db: RecordsDatabase,
  token: string,
  now: Timestamp,
): Promise<OpenInvitation> {
  const [invitation] = await db.select().from(invitations).where(isOpen(token, now));
  if (!invitation) throw invalidLink();
  return { email: invitation.email, role: invitation.role };
}

/**
 * Creates the account that an invitation is for. Only one of two simultaneous requests succeeds.
 * @throws {ApiError} gone if the link is invalid, bad_request for an unusable password, conflict if the address has an account.
 */
export async function join(
  db: RecordsDatabase,
  { token, password }: Join,
  now: Timestamp,
): Promise<ProvenAccount> {
  // Check the link before hashing the password, so that strangers cannot cause expensive work.
  const invited = await openInvitation(db, token, now);
  const passwordHash = await hashPassword(password, invited.email);
  return db.transaction(async (tx) => {
    const [invitation] = await tx.delete(invitations).where(isOpen(token, now)).returning();
    if (!invitation) throw invalidLink();
    const { email, role, areas } = invitation;
    const made = { email, role, areas, passwordHash, createdAt: new Date(now) };
    const [account] = await tx.insert(accounts).values(made).onConflictDoNothing().returning();
    if (!account) throw new ApiError("conflict", `${email} already has an account. Sign in with it.`);
    const change = { entity: "account", key: email, action: "joined" } as const;
    await recordChange(tx, { at: now, actor: email, ...change, before: null, after: { role } });
    return account;
  });
}

function isOpen(token: string, now: Timestamp) {
  return and(eq(invitations.id, digestOf(token)), gt(invitations.expiresAt, new Date(now)));
}

function invalidLink(): ApiError {
  return new ApiError(
    "gone",
    "This link was used, revoked or is older than 7 days. Ask for a new one, or sign in.",
  );
}
