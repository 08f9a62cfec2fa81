import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { rowsOf } from "../../../platform/storage/records/rowsOf.ts";
import { identities } from "../tables.ts";
import { matchesNames } from "./linkNames.ts";
import type { Name } from "./names.ts";

type Database = Pick<RecordsDatabase, "select" | "selectDistinct">;

/** The names of one person according to links. */
export interface PersonNames {
  /** ID of the person in the table of identities; it changes when people are joined. */
  person: string;
  userIds: string[];
  emailHashes: string[];
  leadIds: string[];
  anonymousIds: string[];
}

/** Anyone can send events with any user IDs and email addresses. A person with more than this is more likely a test or a forgery. */
const MAX_NAMES = 20;

/**
 * Maximum number of a person's browsers in a request (the earliest ones), and their size: statements are limited, and anyone can send any number of
 * IDs.
 */
const MAX_BROWSERS = 1000;
const MAX_BROWSER_BYTES = 60_000;

/** As many browsers as fit into a statement. */
export function limitBrowsers(anonymousIds: readonly string[]): string[] {
  let bytes = 0;
  return anonymousIds.slice(0, MAX_BROWSERS).filter((id) => {
    bytes += Buffer.byteLength(id);
    return bytes <= MAX_BROWSER_BYTES;
  });
}

/** Whether one person can have that many user IDs and email addresses. */
export function isOnePerson(names: number): boolean {
  return names <= MAX_NAMES;
}

/** The people who have one of these names. */
export function findPeople(db: Database, names: readonly Name[]): Promise<string[]> {
  return selectPeople(db, matchesNames(names));
}

/** The people who used a browser. */
export function findUsersOfBrowser(db: Database, anonymousId: string): Promise<string[]> {
  return selectPeople(db, and(eq(identities.kind, "anonymous"), eq(identities.value, anonymousId)));
}

async function selectPeople(db: Database, matches: SQL | undefined): Promise<string[]> {
  const rows = await db.selectDistinct({ person: identities.person }).from(identities).where(matches);
  return rows.map(({ person }) => person).sort();
}

/** The names of people; people without any are left out. */
export async function readNames(db: Database, people: readonly string[]): Promise<PersonNames[]> {
  const rows = await db
    .select()
    .from(identities)
    .where(inArray(identities.person, [...people]))
    .orderBy(identities.createdAt, identities.value);
  const valuesOf = (person: string, kind: string) =>
    rows.filter((row) => row.person === person && row.kind === kind).map(({ value }) => value);
  return [...new Set(rows.map(({ person }) => person))]
    .sort()
    .map((person) => ({
      person,
      userIds: valuesOf(person, "user"),
      emailHashes: valuesOf(person, "email"),
      leadIds: valuesOf(person, "lead"),
      anonymousIds: limitBrowsers(valuesOf(person, "anonymous")),
    }));
}

/** How many people used each of these browsers. */
export async function countUsersOfBrowsers(
  db: Database,
  anonymousIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ value: identities.value, people: sql<number>`count(*)::int` })
    .from(identities)
    .where(and(eq(identities.kind, "anonymous"), inArray(identities.value, [...anonymousIds])))
    .groupBy(identities.value);
  return new Map(rows.map(({ value, people }) => [value, people]));
}

/** Browsers that {@link readLinkedBrowsers} returns: statements are limited. */
const MAX_LINKED_BROWSERS = 4000;

/**
 * The latest browsers of people with several, each with one browser that represents the person. Browsers used by several people are left out,
 * because their events do not belong to one person.
 */
export async function readLinkedBrowsers(
  db: Pick<RecordsDatabase, "execute">,
): Promise<{ visitors: string[]; people: string[] }> {
  const result = await db.execute(sql`
    WITH own AS (
      SELECT value, min(person::text) AS person, max(last_seen_at) AS seen FROM identities
      WHERE kind = 'anonymous' GROUP BY value HAVING count(*) = 1),
    several AS (
      SELECT value, seen, count(*) OVER (PARTITION BY person) AS browsers, min(value) OVER (PARTITION BY person) AS first
      FROM own WHERE person NOT IN (
        SELECT person::text FROM identities WHERE kind IN ('user', 'email') GROUP BY person HAVING count(*) > ${MAX_NAMES}))
    SELECT value, first FROM several WHERE browsers BETWEEN 2 AND ${MAX_BROWSERS}
    ORDER BY seen DESC, value LIMIT ${MAX_LINKED_BROWSERS}`);
  const rows = rowsOf<{ value: string; first: string }>(result);
  return { visitors: rows.map(({ value }) => value), people: rows.map(({ first }) => first) };
}
