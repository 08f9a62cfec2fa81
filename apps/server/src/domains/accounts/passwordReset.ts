import { ONE_MINUTE, type Timestamp } from "@marquee/contract";
import { and, eq, gt, lte } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { accounts, passwordResets } from "../../platform/storage/records/schema.ts";
import { createToken, digestOf } from "../../platform/storage/tokens.ts";
import { type Account, normalizeEmail } from "./accounts.ts";
import { storePassword } from "./changePassword.ts";
import { hashPassword } from "./passwords.ts";

const RESET_LINK_LIFETIME = 30 * ONE_MINUTE;

/** Valid links of one account. More are not sent, so that nobody can fill a mailbox. */
const MAX_LINKS = 3;

const ACTOR = "password reset by email";

/**
 * Creates a link for choosing a new password. Earlier links stay valid.
 * @returns the account's address and the link's token, which is not stored; null if there is no such account, or it has enough links.
 */
export async function createPasswordReset(
  db: RecordsDatabase,
  email: string,
  now: Timestamp,
): Promise<{ email: string; token: string } | null> {
  return db.transaction(async (tx) => {
    await tx.delete(passwordResets).where(lte(passwordResets.expiresAt, new Date(now)));
    const isAsked = eq(accounts.email, normalizeEmail(email));
    // Locked, so that concurrent requests cannot exceed the limit.
    const [account] = await tx.select().from(accounts).where(isAsked).for("update");
    if (!account) return null;
    const links = await tx.select().from(passwordResets).where(eq(passwordResets.accountId, account.id));
    if (links.length >= MAX_LINKS) return null;
    const token = createToken();
    const expiresAt = new Date(now + RESET_LINK_LIFETIME);
    await tx.insert(passwordResets).values({ id: digestOf(token), accountId: account.id, expiresAt });
    return { email: account.email, token };
  });
}

/** Deletes a link that could not be sent. */
export async function dropPasswordReset(db: RecordsDatabase, token: string): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.id, digestOf(token)));
}

/**
 * Sets the new password and ends all sessions. The link works once, and the account's other links stop working. Second factors stay.
 * @throws {ApiError} gone if the link was used or has expired; bad_request for a password that is too short, too long or easy to guess.
 */
export async function finishPasswordReset(
  db: RecordsDatabase,
  { token, password }: { token: string; password: string },
  now: Timestamp,
): Promise<void> {
  // Checked before the expensive password hash, so that requests without a valid link cannot load the server.
  const { email } = await findAccountOf(db, token, now);
  const passwordHash = await hashPassword(password, email);
  await db.transaction(async (tx) => {
    const account = await findAccountOf(tx, token, now);
    const used = await tx.delete(passwordResets).where(isOpen(token, now)).returning();
    if (used.length === 0) throw invalidLink();
    await storePassword(tx, { account, passwordHash, keep: null, actor: ACTOR, at: now });
  });
}

async function findAccountOf(
  db: Pick<RecordsDatabase, "select">,
  token: string,
  now: Timestamp,
): Promise<Pick<Account, "id" | "email">> {
  const { id, email } = accounts;
  const [account] = await db
    .select({ id, email })
    .from(passwordResets)
    .innerJoin(accounts, eq(accounts.id, passwordResets.accountId))
    .where(isOpen(token, now));
  if (!account) throw invalidLink();
  return account;
}

function isOpen(token: string, now: Timestamp) {
  return and(eq(passwordResets.id, digestOf(token)), gt(passwordResets.expiresAt, new Date(now)));
}

function invalidLink(): ApiError {
  return new ApiError("gone", "This link was already used or is older than 30 minutes. Request a new one.");
}
