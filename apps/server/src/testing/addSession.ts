import type { Account } from "../domains/accounts/accounts.ts";
import type { RecordsDatabase } from "../platform/storage/records/records.ts";
import { accounts, sessions } from "../platform/storage/records/schema.ts";
import { createToken, digestOf } from "../platform/storage/tokens.ts";

interface AddSessionOptions {
  email: string;
  role: Account["role"];
  /** Start of the session, in milliseconds since the epoch. */
  at?: number;
  /** Whether the site uses HTTPS, where the cookie has the `__Host-` prefix. */
  isSecure?: boolean;
}

/**
 * Adds an account without a usable password and signs it in.
 * @returns the account's ID and its session cookie.
 */
export async function addSession(
  db: RecordsDatabase,
  { email, role, at = Date.now(), isSecure = false }: AddSessionOptions,
): Promise<{ id: string; cookie: string }> {
  const [account] = await db.insert(accounts).values({ email, role, passwordHash: "" }).returning();
  if (!account) throw new Error("The account was not stored.");
  const token = createToken();
  const began = new Date(at);
  await db
    .insert(sessions)
    .values({ id: digestOf(token), accountId: account.id, createdAt: began, lastSeenAt: began });
  return { id: account.id, cookie: `${isSecure ? "__Host-" : ""}marquee_console=${token}` };
}
