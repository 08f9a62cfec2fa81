import { isEmailAddress } from "@marquee/contract";
import type { PeopleResponse, PeopleSearch, PersonSummary } from "@marquee/contract/schema";
import { and, count, desc, eq, inArray, max, or, type SQL, sql } from "drizzle-orm";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { leads } from "../../leads/tables.ts";
import type { HashEmail } from "../identities/names.ts";
import { identities } from "../tables.ts";

const PAGE_SIZE = 50;
/** Maximum number of a person's user IDs in the list, because clients can send any number. */
const MAX_USER_IDS = 5;

interface PeopleStores {
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

/**
 * One page of the people in the table of identities, most recently seen first. Browsers on which nobody was identified
 * are not included.
 */
export async function listPeople(
  { db, hashEmail }: PeopleStores,
  { text, before }: PeopleSearch,
): Promise<PeopleResponse> {
  const lastSeenAt = max(identities.lastSeenAt);
  const place = readCursor(before);
  const isAfter = place
    ? sql`(${lastSeenAt}, ${identities.person}::text) < (${new Date(place.at).toISOString()}::timestamptz, ${place.id})`
    : undefined;
  const rows = await db
    .select({ person: identities.person, lastSeenAt })
    .from(identities)
    .where(text === undefined ? undefined : matchesPerson(db, text, hashEmail))
    .groupBy(identities.person)
    .having(isAfter)
    .orderBy(desc(lastSeenAt), desc(sql`${identities.person}::text`))
    .limit(PAGE_SIZE);
  const people = rows.map(({ person, lastSeenAt: at }) => ({ person, at: at?.getTime() ?? 0 }));
  const last = people.length === PAGE_SIZE ? people.at(-1) : undefined;
  return {
    people: await summariesOf(db, people),
    next: last ? writeCursor({ at: last.at, id: last.person }) : null,
  };
}

/**
 * SQL condition: the person has a name equal to the text, a user ID that contains it, or a lead whose name, email address or
 * company contains it.
 */
function matchesPerson(db: RecordsDatabase, text: string, hashEmail: HashEmail): SQL {
  const typed = text.trim();
  const contains = (column: typeof leads.name | typeof leads.email | typeof leads.company) =>
    sql`strpos(lower(${column}), lower(${typed})) > 0`;
  const ofLeads = db
    .select({ id: sql<string>`${leads.id}::text` })
    .from(leads)
    .where(or(contains(leads.name), contains(leads.email), contains(leads.company)));
  const named = db
    .select({ person: identities.person })
    .from(identities)
    .where(
      or(
        eq(identities.value, isEmailAddress(typed) ? hashEmail(typed) : typed),
        and(eq(identities.kind, "user"), sql`strpos(lower(${identities.value}), lower(${typed})) > 0`),
        and(eq(identities.kind, "lead"), inArray(identities.value, ofLeads)),
      ),
    );
  return inArray(identities.person, named);
}

async function summariesOf(
  db: RecordsDatabase,
  people: readonly { person: string; at: number }[],
): Promise<PersonSummary[]> {
  if (people.length === 0) return [];
  const ids = people.map(({ person }) => person);
  const isOfPage = inArray(identities.person, ids);
  const browsers = await db
    .select({ person: identities.person, count: count() })
    .from(identities)
    .where(and(isOfPage, eq(identities.kind, "anonymous")))
    .groupBy(identities.person);
  // Only the first names of each person, because anyone can send any number of names.
  const ranked = db
    .select({
      person: identities.person,
      value: identities.value,
      rank: sql<number>`row_number() over (partition by ${identities.person} order by ${identities.createdAt}, ${identities.value})`.as(
        "rank",
      ),
    })
    .from(identities)
    .where(and(isOfPage, eq(identities.kind, "user")))
    .as("ranked");
  const users = await db
    .select({ person: ranked.person, value: ranked.value })
    .from(ranked)
    .where(sql`${ranked.rank} <= ${MAX_USER_IDS}`);
  const sent = await db
    .selectDistinctOn([identities.person], {
      person: identities.person,
      name: leads.name,
      email: leads.email,
      company: leads.company,
      status: leads.status,
      leads: sql<number>`(count(*) over (partition by ${identities.person}))::int`,
    })
    .from(identities)
    .innerJoin(leads, sql`${identities.value} = ${leads.id}::text`)
    .where(and(isOfPage, eq(identities.kind, "lead")))
    .orderBy(identities.person, desc(leads.createdAt));
  return people.map(({ person, at }) => {
    const lead = sent.find((each) => each.person === person);
    return {
      id: person,
      name: lead?.name ?? "",
      email: lead?.email ?? "",
      company: lead?.company ?? "",
      userIds: users.filter((each) => each.person === person).map(({ value }) => value),
      browsers: browsers.find((each) => each.person === person)?.count ?? 0,
      leads: lead?.leads ?? 0,
      status: lead?.status ?? null,
      lastSeenAt: at,
    };
  });
}
