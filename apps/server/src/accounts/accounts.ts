import { isEmailAddress, ONE_DAY, type Timestamp } from "@marquee/contract";
import { and, count, eq, gt } from "drizzle-orm";
import type { Logger } from "pino";
import { ApiError } from "../errors/apiError.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts, setupTokens } from "../storage/records/schema.ts";
import { createToken, digestOf } from "../storage/tokens.ts";
import { hashPassword, limitPasswordWork, verifyPassword } from "./passwords.ts";

export interface Account {
  id: string;
  email: string;
  role: "owner" | "editor" | "viewer";
}

/** An account whose identity was just verified. */
export interface ProvenAccount extends Account {
  /** As it was then. */
  passwordHash: string;
  /** Whether a second factor, or a passkey alone, was proven too. */
  isFactorProven?: boolean;
}

export interface Credentials {
  email: string;
  password: string;
}

const SETUP_LINK_LIFETIME = ONE_DAY;

/**
 * A token for the link that creates the first account, valid once and for a day; the ones before it are void.
 * @returns null when there is an account already.
 */
export async function createSetupToken(db: RecordsDatabase, now: Timestamp): Promise<string | null> {
  if (await hasAccounts(db)) return null;
  const token = createToken();
  await db.delete(setupTokens);
  await db
    .insert(setupTokens)
    .values({ id: digestOf(token), expiresAt: new Date(now + SETUP_LINK_LIFETIME) });
  return token;
}

/**
 * Creates the first account. Of two requests at once, one wins.
 * @throws {ApiError} gone when the link was used or is too old, bad_request for an unusable e-mail address or password.
 */
export async function createFirstAccount(
  db: RecordsDatabase,
  { token, ...credentials }: Credentials & { token: string },
  now: Timestamp,
): Promise<ProvenAccount> {
  const isValid = and(eq(setupTokens.id, digestOf(token)), gt(setupTokens.expiresAt, new Date(now)));
  // Before the password is hashed: strangers must not make the server work.
  if ((await db.select().from(setupTokens).where(isValid)).length === 0) throw invalidLink();
  const values = await ownerOf(credentials);
  return db.transaction(async (tx) => {
    const used = await tx.delete(setupTokens).where(isValid).returning();
    if (used.length === 0 || (await hasAccounts(tx))) throw invalidLink();
    const [account] = await tx.insert(accounts).values(values).returning();
    if (!account) throw new ApiError("unavailable", "The account could not be stored. Try again.");
    return account;
  });
}

/**
 * Creates the owner from the environment, but only as the first account: a removed account stays removed, and
 * a password changed in the console stays. Logs which settings are ignored.
 */
export async function ensureOwner(
  db: RecordsDatabase,
  credentials: Credentials,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const email = checkEmail(credentials.email);
  const [known] = await db.select().from(accounts).where(eq(accounts.email, email));
  if (!known && (await hasAccounts(db))) {
    log.warn(`OWNER_EMAIL is ignored because accounts already exist. Ask an owner to invite ${email}.`);
  } else if (!known) {
    await db
      .insert(accounts)
      .values(await ownerOf(credentials))
      .onConflictDoNothing();
  } else if (!(await verifyPassword(credentials.password, known.passwordHash))) {
    log.warn(
      `OWNER_PASSWORD is ignored because ${email} already has another password. To change it, run: npm run reset-password -- ${email}`,
    );
  }
}

/**
 * @param isKnown see {@link limitPasswordWork}.
 * @returns the account, or null when e-mail or password is wrong; both take equally long.
 * @throws {ApiError} unavailable when too many ask at once.
 */
export async function findByCredentials(
  db: RecordsDatabase,
  { email, password }: Credentials,
  { isKnown = false }: { isKnown?: boolean } = {},
): Promise<ProvenAccount | null> {
  return limitPasswordWork(
    async () => {
      const isReferenced = eq(accounts.email, normalizeEmail(email));
      const [account] = await db.select().from(accounts).where(isReferenced);
      return (await verifyPassword(password, account?.passwordHash ?? null)) && account ? account : null;
    },
    { isKnown },
  );
}

/** @returns the account with that id, or null when it was removed. */
export async function findAccount(
  db: Pick<RecordsDatabase, "select">,
  id: string,
): Promise<ProvenAccount | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

/**
 * Call this in the transaction that signs someone in. A password change waits for the transaction and ends
 * the new session; after a password change, a proof from before is not accepted.
 * @throws {ApiError} unauthorized if the password was changed or the account removed since the proof.
 */
export async function checkProof(
  tx: Pick<RecordsDatabase, "select">,
  { id, passwordHash }: ProvenAccount,
): Promise<void> {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, id)).for("update");
  if (account?.passwordHash === passwordHash) return;
  throw new ApiError("unauthorized", "This account was just changed. Sign in again.");
}

/** One spelling for one address. */
export function normalizeEmail(email: string): string {
  return email.trim().toLowerCase();
}

async function ownerOf({ email, password }: Credentials) {
  const address = checkEmail(email);
  return { email: address, passwordHash: await hashPassword(password, address), role: "owner" as const };
}

async function hasAccounts(db: Pick<RecordsDatabase, "select">): Promise<boolean> {
  const [row] = await db.select({ value: count() }).from(accounts);
  return (row?.value ?? 0) > 0;
}

/** @returns the address in its one spelling. @throws {ApiError} bad_request unless it is text, at sign, text, dot, text (specification, section 5). */
export function checkEmail(email: string): string {
  const address = normalizeEmail(email);
  if (address.length > 254 || !isEmailAddress(address)) {
    throw new ApiError("bad_request", "Enter an email address such as name@example.com.");
  }
  return address;
}

function invalidLink(): ApiError {
  return new ApiError(
    "gone",
    "This link was already used or has expired. Sign in, or restart the server for a new link if there is no account yet.",
  );
}
