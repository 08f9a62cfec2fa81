import { CONSENT_GROUPS, type Timestamp } from "@marquee/contract";
import { and, eq, inArray, max, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../../../platform/storage/records/records.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { identities } from "../tables.ts";
import { type JoinedPeople, joinPeople, keyOfName } from "./joinPeople.ts";
import type { HashEmail, Name } from "./names.ts";
import { receiptsOf, visitorOf } from "./receiptsOf.ts";

/** Names that one event or lead connects. */
export interface Link {
  /** Names of the same person; at least one. */
  names: readonly Name[];
  /** Browsers that the person used. Other people may have used them too, so they never merge people. */
  anonymousIds: readonly string[];
  source: "event" | "lead";
  seenAt: Timestamp;
}

type IdentityRow = typeof identities.$inferInsert;

/** Any number that no other advisory lock uses. */
const LOCK = 1_768_715_329;

/** Waits until no other transaction, of any server instance, changes identities. */
export async function lockIdentities(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** Stores links in the current transaction, merging people who turn out to be one. Idempotent. */
export async function linkNames(
  tx: Transaction,
  links: readonly Link[],
  hashEmail: HashEmail,
): Promise<void> {
  if (links.length === 0) return;
  await lockIdentities(tx);
  const storedPeople = await readPeople(
    tx,
    links.flatMap(({ names }) => names),
  );
  const people = joinPeople(
    links.map(({ names }) => names),
    storedPeople,
  );
  await mergePeople(tx, people.merged);
  await insertRows(tx, rowsOf(links, people, await consentTimes(tx, links, hashEmail)));
}

/** Matches rows with one of these names. */
export function matchesNames(names: readonly Name[]): SQL | undefined {
  const kinds = [...new Set(names.map(({ kind }) => kind))];
  const matchesKind = (kind: Name["kind"]) => {
    const values = names.filter((name) => name.kind === kind).map(({ value }) => value);
    return and(eq(identities.kind, kind), inArray(identities.value, values));
  };
  return kinds.length === 0 ? sql`false` : or(...kinds.map(matchesKind));
}

async function readPeople(tx: Transaction, names: readonly Name[]): Promise<Map<string, string>> {
  const rows = await tx.select().from(identities).where(matchesNames(names));
  return new Map(rows.map((row) => [keyOfName(row), row.person]));
}

/** @param merged from each merged person to the remaining one. */
async function mergePeople(tx: Transaction, merged: JoinedPeople["merged"]): Promise<void> {
  if (merged.size === 0) return;
  const pairs = JSON.stringify([...merged].map(([other, keep]) => ({ other, keep })));
  const from = sql`jsonb_to_recordset(${pairs}::jsonb) as merged(other uuid, keep uuid)`;
  const { person, kind } = identities;
  await tx.execute(
    sql`update ${identities} set person = merged.keep from ${from} where ${person} = merged.other and ${kind} <> 'anonymous'`,
  );
  // Both people may have used the same browser.
  await tx.execute(sql`
    insert into ${identities} (person, kind, value, source, consented_at, last_seen_at, created_at)
    select merged.keep, kind, value, max(source), max(consented_at), max(last_seen_at), min(created_at)
    from ${identities} join ${from} on person = merged.other group by merged.keep, kind, value
    on conflict (kind, value, person) do update set ${MERGED_COLUMNS}`);
  await tx.delete(identities).where(inArray(person, [...merged.keys()]));
}

/** `lead` sorts after `event`: a name that a lead also has doesn't expire with the events. */
const MERGED_COLUMNS = sql`
  source = greatest(identities.source, excluded.source),
  consented_at = greatest(identities.consented_at, excluded.consented_at),
  last_seen_at = greatest(identities.last_seen_at, excluded.last_seen_at)`;

function rowsOf(
  links: readonly Link[],
  { personOf }: JoinedPeople,
  consents: ReadonlyMap<string, Date>,
): IdentityRow[] {
  const rows = new Map<string, IdentityRow>();
  for (const { names, anonymousIds, source, seenAt } of links) {
    const [first] = names;
    if (!first) continue;
    const person = personOf(first);
    const times = anonymousIds.flatMap((id) => consents.get(id) ?? []);
    const anonymous = anonymousIds.map((value) => ({ kind: "anonymous" as const, value }));
    for (const { kind, value } of [...names, ...anonymous]) {
      const key = `${person} ${kind} ${value}`;
      const previous = rows.get(key);
      rows.set(key, {
        person,
        kind,
        value,
        source: previous?.source === "lead" ? "lead" : source,
        consentedAt: latestOf([...times, ...(previous?.consentedAt ? [previous.consentedAt] : [])]),
        lastSeenAt: new Date(Math.max(seenAt, previous?.lastSeenAt.getTime() ?? seenAt)),
      });
    }
  }
  return [...rows.values()];
}

function latestOf(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}

async function insertRows(tx: Transaction, rows: readonly IdentityRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insert(identities)
    .values([...rows])
    .onConflictDoUpdate({
      target: [identities.kind, identities.value, identities.person],
      set: {
        source: sql`greatest(${identities.source}, excluded.source)`,
        consentedAt: sql`greatest(${identities.consentedAt}, excluded.consented_at)`,
        lastSeenAt: sql`greatest(${identities.lastSeenAt}, excluded.last_seen_at)`,
      },
      // The same events may be read several times.
      setWhere: sql`excluded.source > ${identities.source} or excluded.last_seen_at > ${identities.lastSeenAt}
        or excluded.consented_at > coalesce(${identities.consentedAt}, '-infinity')`,
    });
}

/** The latest consent to analytics in these browsers. */
async function consentTimes(
  tx: Transaction,
  links: readonly Link[],
  hashEmail: HashEmail,
): Promise<Map<string, Date>> {
  const visitors = [...new Set(links.flatMap(({ anonymousIds }) => anonymousIds))];
  if (visitors.length === 0) return new Map();
  const { visitorId, visitorHash, decidedAt, groups } = consentReceipts;
  const rows = await tx
    .select({ visitorId, visitorHash, decidedAt: max(decidedAt) })
    .from(consentReceipts)
    .where(and(receiptsOf(visitors, hashEmail), sql`${CONSENT_GROUPS.analytics} = any(${groups})`))
    .groupBy(visitorId, visitorHash);
  const times = new Map<string, Date>();
  for (const row of rows) {
    const visitor = visitorOf(row, hashEmail);
    const latest = latestOf([row.decidedAt, times.get(visitor ?? "")].flatMap((time) => time ?? []));
    if (visitor !== null && latest) times.set(visitor, latest);
  }
  return new Map(
    visitors.flatMap((id) => {
      const time = times.get(hashEmail.ofId(id));
      return time ? [[id, time]] : [];
    }),
  );
}
