import type { Timestamp } from "@marquee/contract";
import type { PeopleResponse } from "@marquee/contract/schema";
import { asc, eq, getTableColumns, gt, isNotNull, max } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, invitations, passkeys, sessions, totpSecrets } from "../../storage/records/schema.ts";

interface ReadOptions {
  now: Timestamp;
  /** Only owners see who has two-factor authentication: to others it would show whom to attack. */
  isOwner: boolean;
}

/** Everybody with an account, and whoever is still invited; both by e-mail address. */
export async function readPeople(
  db: RecordsDatabase,
  { now, isOwner }: ReadOptions,
): Promise<PeopleResponse> {
  const { id, email, role, createdAt, lastSignedInAt } = getTableColumns(accounts);
  const people = await db
    .select({ id, email, role, createdAt, lastSignedInAt, lastSeenAt: max(sessions.lastSeenAt) })
    .from(accounts)
    .leftJoin(sessions, eq(sessions.accountId, accounts.id))
    .groupBy(accounts.id)
    .orderBy(asc(accounts.email));
  const protectedIds = isOwner ? await listProtected(db) : null;
  const open = await db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, new Date(now)))
    .orderBy(asc(invitations.email));
  return {
    people: people.map(({ createdAt: made, lastSeenAt, lastSignedInAt: signedIn, ...person }) => ({
      ...person,
      createdAt: made.getTime(),
      lastSeenAt: lastSeenAt?.getTime() ?? null,
      hasTwoFactor: protectedIds?.has(person.id) ?? null,
      lastSignedInAt: signedIn?.getTime() ?? null,
    })),
    invitations: open.map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      expiresAt: expiresAt.getTime(),
    })),
  };
}

/** Ids of the accounts with a second factor. */
async function listProtected(db: RecordsDatabase): Promise<Set<string>> {
  const totp = await db
    .select({ id: totpSecrets.accountId })
    .from(totpSecrets)
    .where(isNotNull(totpSecrets.confirmedAt));
  const keys = await db.selectDistinct({ id: passkeys.accountId }).from(passkeys);
  return new Set([...totp, ...keys].map(({ id }) => id));
}
