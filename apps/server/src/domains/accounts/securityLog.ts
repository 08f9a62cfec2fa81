import {
  type Milliseconds,
  ONE_DAY,
  ONE_HOUR,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
} from "@marquee/contract";
import type { SecurityKind, SecurityLogQuery, SecurityLogResponse } from "@marquee/contract/schema";
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Logger } from "pino";
import { networkOf } from "../../platform/http/rateLimit.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { Countries } from "../../platform/visitor/countries.ts";
import { normalizeEmail } from "./accounts.ts";
import { accounts, securityEvents } from "./tables.ts";

/** What happened. */
interface SecurityNote {
  kind: SecurityKind;
  /** An account's email address, or the text typed as one. */
  account?: string | null | undefined;
  /** An ID, or the digest of a visitor's ID. */
  about?: string | null | undefined;
  /** IP address of the sender, which is not stored. */
  address: string;
}

/**
 * Logs sign-ins, failed attempts, and uses of access to people and permissions, for the log and for owners.
 */
export interface SecurityLog {
  /** Never throws and does not wait, because the action has already happened. */
  note(note: SecurityNote): void;
  /** Stores the notes so far. */
  stored(): Promise<void>;
}

interface SecurityLogOptions {
  db: RecordsDatabase;
  /** Keyed, so that nobody can find addresses by trying all of them. */
  digest: (text: string) => string;
  countries: Pick<Countries, "codeOf">;
  now: () => Timestamp;
  log: Pick<Logger, "info" | "warn">;
}

/** A note with its count and the time of the first one. */
interface Counted extends Pick<SecurityNote, "kind"> {
  account: string | null;
  about: string | null;
  network: string;
  country: string;
  at: Timestamp;
  count: number;
}

const KEPT_FOR: Milliseconds = 180 * ONE_DAY;
const PAGE_SIZE = 100;
const FLUSH_AFTER: Milliseconds = ONE_SECOND;
const DIGEST_LENGTH = 8;
/** Maximum number of different waiting entries. More are counted by kind only. */
const MAX_WAITING = 500;
/**
 * Maximum entries of one kind per minute, by account, and for all unknown senders together. Further ones increase the count of the last entry;
 * otherwise, anyone could fill the table.
 */
const MAX_PER_MINUTE = 60;
/** Kinds that are never merged: each is a change, and requires a proof. */
const EACH_BY_ITSELF: ReadonlySet<SecurityKind> = new Set([
  "signed in",
  "access changed",
  "API keys changed",
  "connection changed",
  "report shared",
  "person exported",
  "person deleted",
]);

/**
 * Equal notes within a minute become one entry with a count, so that a burst of failures from one network stays
 * readable.
 */
export function createSecurityLog({ db, digest, countries, now, log }: SecurityLogOptions): SecurityLog {
  let waiting = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();
  let began: Timestamp = 0;
  /** Rows of this minute, by what they are about, and the last one by kind and account. */
  let rowIds = new Map<string, number>();
  let buckets = new Map<string, { rows: number; latest: number }>();
  let cleaned: Timestamp = 0;

  const describe = ({ kind, account, about, address }: SecurityNote): Counted => ({
    kind,
    account: account ? normalizeEmail(account) : null,
    about: about || null,
    network: digest(networkOf(address, 48)).slice(0, DIGEST_LENGTH),
    country: countries.codeOf(address),
    at: now(),
    count: 1,
  });
  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const counted = [...waiting.values()];
    waiting = new Map();
    if (counted.length === 0) return;
    if (now() - began >= ONE_MINUTE) {
      began = now();
      rowIds = new Map();
      buckets = new Map();
    }
    try {
      const accountsOf = await existing(counted.flatMap(({ account }) => account ?? []));
      for (let each = counted[0]; each; each = counted[0]) {
        await store({ ...each, account: each.account && accountsOf.has(each.account) ? each.account : null });
        counted.shift();
      }
    } catch (error) {
      // They wait for the record store, within the same limits.
      for (const each of counted) wait(each);
      throw error;
    }
    await clean();
  };
  /** @returns whether it is a new entry. */
  const wait = (noted: Counted): boolean => {
    const { at: _at, count, ...entry } = noted;
    const key = JSON.stringify(entry);
    const isFull = !waiting.has(key) && waiting.size >= MAX_WAITING;
    const { kind } = entry;
    const place = isFull ? kind : key;
    const counted = waiting.get(place);
    if (counted) counted.count += count;
    else
      waiting.set(place, isFull ? { ...noted, account: null, about: null, network: "", country: "" } : noted);
    timer ??= setTimeout(storeNow, FLUSH_AFTER).unref();
    return !counted;
  };
  const existing = async (emails: string[]): Promise<ReadonlySet<string>> => {
    if (emails.length === 0) return new Set();
    const rows = await db
      .select({ email: accounts.email })
      .from(accounts)
      .where(inArray(accounts.email, [...new Set(emails)]));
    return new Set(rows.map(({ email }) => email));
  };
  const store = async ({ at, count, ...entry }: Counted) => {
    const key = JSON.stringify(entry);
    const bucketKey = JSON.stringify([entry.kind, entry.account]);
    const bucket = buckets.get(bucketKey) ?? { rows: 0, latest: 0 };
    const isFull = bucket.rows >= MAX_PER_MINUTE && !EACH_BY_ITSELF.has(entry.kind);
    const id = rowIds.get(key) ?? (isFull ? bucket.latest : undefined);
    if (id !== undefined) {
      await db
        .update(securityEvents)
        .set({ count: sql`${securityEvents.count} + ${count}` })
        .where(eq(securityEvents.id, id));
      return;
    }
    const [row] = await db
      .insert(securityEvents)
      .values({ ...entry, at: new Date(at), count })
      .returning();
    if (!row) return;
    rowIds.set(key, row.id);
    buckets.set(bucketKey, { rows: bucket.rows + 1, latest: row.id });
  };
  const clean = async () => {
    if (now() - cleaned < ONE_HOUR) return;
    cleaned = now();
    await db.delete(securityEvents).where(lt(securityEvents.at, new Date(now() - KEPT_FOR)));
  };
  const storeNow = () => {
    last = last.then(flush).catch((error: unknown) => {
      log.warn({ err: error }, "Failed to store entries of the security log.");
    });
    return last;
  };

  return {
    note(note) {
      // Once for each entry, without names and addresses, which do not belong in a log.
      if (wait(describe(note))) log.info({ security: note.kind }, "Security event.");
    },
    stored: storeNow,
  };
}

export async function readSecurityLog(
  db: Pick<RecordsDatabase, "select">,
  { kind, before }: SecurityLogQuery,
): Promise<SecurityLogResponse> {
  const rows = await db
    .select()
    .from(securityEvents)
    .where(
      and(
        kind && eq(securityEvents.kind, kind),
        before === undefined ? undefined : lt(securityEvents.id, Number(before)),
      ),
    )
    .orderBy(desc(securityEvents.id))
    .limit(PAGE_SIZE + 1);
  const page = rows.slice(0, PAGE_SIZE);
  const end = rows.length > PAGE_SIZE ? page.at(-1) : undefined;
  return {
    events: page.map(({ at, ...event }) => ({ ...event, at: at.getTime() })),
    next: end ? String(end.id) : null,
  };
}
