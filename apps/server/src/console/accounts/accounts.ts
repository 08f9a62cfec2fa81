import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { hash, verify } from "@node-rs/argon2";
import { and, count, eq, gt } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, setupTokens } from "../../storage/records/schema.ts";
import { ConsoleError } from "../errors.ts";
import { createToken, digestOf } from "./tokens.ts";

export interface Account {
  id: string;
  email: string;
  role: "owner" | "editor" | "viewer";
}

export interface Credentials {
  email: string;
  password: string;
}

const MIN_PASSWORD_LENGTH = 12;
const MAX_PASSWORD_LENGTH = 200;
const SETUP_LINK_LIFETIME = ONE_DAY;
/** argon2id as OWASP's password storage cheat sheet has it: 19 MiB, two passes, one lane. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * A token for the link that creates the first account, valid once and for a day.
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
 * @throws {ConsoleError} gone when the link was used or is too old, bad_request for an unusable e-mail address or password.
 */
export async function createFirstAccount(
  db: RecordsDatabase,
  { token, email, password }: Credentials & { token: string },
  now: Timestamp,
): Promise<Account> {
  const values = {
    email: checkEmail(email),
    passwordHash: await hashPassword(password),
    role: "owner" as const,
  };
  return db.transaction(async (tx) => {
    const used = await tx
      .delete(setupTokens)
      .where(and(eq(setupTokens.id, digestOf(token)), gt(setupTokens.expiresAt, new Date(now))))
      .returning();
    if (used.length === 0 || (await hasAccounts(tx))) {
      throw new ConsoleError(
        "gone",
        "This link was used already or is too old. Start the server again for a new one, or sign in.",
      );
    }
    const [account] = await tx.insert(accounts).values(values).returning();
    if (!account) throw new ConsoleError("unavailable", "The account could not be stored. Try again.");
    return account;
  });
}

/** Makes the owner that the environment names, once; later changes of its password in the console stand. */
export async function ensureOwner(db: RecordsDatabase, { email, password }: Credentials): Promise<void> {
  const values = {
    email: checkEmail(email),
    passwordHash: await hashPassword(password),
    role: "owner" as const,
  };
  await db.insert(accounts).values(values).onConflictDoNothing();
}

/** @returns the account, or null when e-mail or password is wrong; both take equally long. */
export async function findByCredentials(
  db: RecordsDatabase,
  { email, password }: Credentials,
): Promise<Account | null> {
  const [account] = await db.select().from(accounts).where(eq(accounts.email, email.trim().toLowerCase()));
  const isRight = await verify(
    account?.passwordHash ?? (await decoyHash),
    password.slice(0, MAX_PASSWORD_LENGTH),
  );
  return account && isRight ? account : null;
}

/** Verified against when there is no such account, so that its absence does not show in the time taken. */
const decoyHash = hash(createToken(), ARGON2);

async function hasAccounts(db: Pick<RecordsDatabase, "select">): Promise<boolean> {
  const [row] = await db.select({ value: count() }).from(accounts);
  return (row?.value ?? 0) > 0;
}

/** Specification, section 5: text, at sign, text, dot, text. */
function checkEmail(email: string): string {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address) || address.length > 254) {
    throw new ConsoleError("bad_request", "This is no e-mail address; it reads like name@example.com.");
  }
  return address;
}

function hashPassword(password: string): Promise<string> {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new ConsoleError(
      "bad_request",
      `A password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters.`,
    );
  }
  return hash(password, ARGON2);
}
