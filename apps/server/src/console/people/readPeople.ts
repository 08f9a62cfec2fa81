import type { Timestamp } from "@marquee/contract";
import type { PeopleAnswer } from "@marquee/contract/schema";
import { asc, eq, getTableColumns, gt, max } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, invitations, sessions } from "../../storage/records/schema.ts";

/** Everybody with an account, and whoever is still invited; both by e-mail address. */
export async function readPeople(db: RecordsDatabase, now: Timestamp): Promise<PeopleAnswer> {
  const { id, email, role, createdAt, lastSignedInAt } = getTableColumns(accounts);
  const people = await db
    .select({ id, email, role, createdAt, lastSignedInAt, lastSeenAt: max(sessions.lastSeenAt) })
    .from(accounts)
    .leftJoin(sessions, eq(sessions.accountId, accounts.id))
    .groupBy(accounts.id)
    .orderBy(asc(accounts.email));
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
      lastSignedInAt: signedIn?.getTime() ?? null,
    })),
    invitations: open.map(({ expiresAt, ...invitation }) => ({
      ...invitation,
      expiresAt: expiresAt.getTime(),
    })),
  };
}
