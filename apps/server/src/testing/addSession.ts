import type { Account } from "../accounts/accounts.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts, sessions } from "../storage/records/schema.ts";
import { createToken, digestOf } from "../storage/tokens.ts";

interface AddSessionOptions {
  email: string;
  role: Account["role"];
  /** When it begins, in milliseconds since the epoch. */
  at?: number;
  /** Whether the site is https, where the cookie has a prefix. */
  isSecure?: boolean;
}

/** A new account without a usable password, signed in. @returns its id, and the cookie of its session. */
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
