import { isEmailAddress, ONE_DAY, type Timestamp } from "@marquee/contract";
import { type Access, AREAS, type Area, type Role } from "@marquee/contract/schema";
import { and, count, eq, gt } from "drizzle-orm";
import type { Logger } from "pino";
import { ApiError } from "../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { createToken, digestOf } from "../../platform/storage/tokens.ts";
import { hashPassword, limitPasswordWork, verifyPassword } from "./passwords.ts";
import { accounts, invitations, setupTokens } from "./tables.ts";

export interface Account extends Access {
  id: string;
  email: string;
}

/** An account in one of its sessions. */
export interface SignedInAccount extends Account {
  /** When a password or passkey was last entered in this session. */
  provenAt: Timestamp;
}

/** An account whose identity was just verified. */
export interface ProvenAccount extends Account {
  /** The hash at the time of verification; {@link checkProof} compares it. */
  passwordHash: string;
  /** Whether the person also passed a second factor, or signed in with a passkey alone. */
  isFactorProven?: boolean;
}

export interface Credentials {
  email: string;
  password: string;
}

const SETUP_LINK_LIFETIME = ONE_DAY;

/**
 * A token for the setup link of the first account, valid once and for one day. Invalidates earlier tokens.
 * @returns null if an account already exists.
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
 * Creates the first account, an owner. Of two concurrent requests, only one succeeds.
 * @throws {ApiError} gone if the link was used or has expired; bad_request for an invalid email address or a weak password.
 */
export async function createFirstAccount(
  db: RecordsDatabase,
  { token, ...credentials }: Credentials & { token: string },
  now: Timestamp,
): Promise<ProvenAccount> {
  const isValid = and(eq(setupTokens.id, digestOf(token)), gt(setupTokens.expiresAt, new Date(now)));
  // Checked before the expensive password hash, so that requests without a valid link cannot load the server.
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
 * Creates the owner from the environment, but only as the first account: it neither restores a removed account nor
 * overwrites a password changed in the console. Logs a warning for each ignored setting.
 */
export async function ensureOwner(
  db: RecordsDatabase,
  credentials: Credentials,
  log: Pick<Logger, "warn">,
): Promise<void> {
  const email = checkEmail(credentials.email);
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email));
  if (!account && (await hasAccounts(db))) {
    log.warn("OWNER_EMAIL is ignored because accounts already exist. Ask an owner to invite that address.");
  } else if (!account) {
    await db
      .insert(accounts)
      .values(await ownerOf(credentials))
      .onConflictDoNothing();
  } else if (!(await verifyPassword(credentials.password, account.passwordHash))) {
    log.warn(
      "OWNER_PASSWORD is ignored because that account already has another password. To change it, run: npm run reset-password -- EMAIL",
    );
  }
}

/**
 * The account with these credentials, or null if the email or password is wrong; both cases take the same time.
 * @param options.isKnown see {@link limitPasswordWork}.
 * @throws {ApiError} unavailable if too many password checks are waiting.
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

/** The account with this ID, or null if it was removed. */
export async function findAccount(
  db: Pick<RecordsDatabase, "select">,
  id: string,
): Promise<ProvenAccount | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.id, id));
  return account ?? null;
}

/**
 * Call this in the transaction that starts a session. It locks the account: a concurrent password change waits for the
 * transaction and then ends the new session. A proof from before a password change is rejected.
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

/** Email address without surrounding spaces, in lower case. */
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

/**
 * The normalized address ({@link normalizeEmail}).
 * @throws {ApiError} bad_request unless it has the form text@text.text (specification, section 5) and at most 254 characters.
 */
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

/** The stored form of a person's access: owners have all areas, and having all areas is stored as no limit. */
export function accessOf(role: Role, areas: readonly Area[] | null): { role: Role; areas: Area[] | null } {
  const chosen = AREAS.filter((area) => areas?.includes(area));
  const isLimited = role !== "owner" && areas !== null && chosen.length < AREAS.length;
  return { role, areas: isLimited ? chosen : null };
}

/** Email addresses of everyone who has an account or an invitation. */
export async function listColleagues(db: Pick<RecordsDatabase, "select">): Promise<ReadonlySet<string>> {
  const people = await db.select({ email: accounts.email }).from(accounts);
  const invited = await db.select({ email: invitations.email }).from(invitations);
  return new Set([...people, ...invited].map(({ email }) => email));
}
