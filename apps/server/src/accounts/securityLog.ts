import { isIPv4 } from "node:net";
import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { SecurityKind, SecurityLogQuery, SecurityLogResponse } from "@marquee/contract/schema";
import { and, desc, eq, lt } from "drizzle-orm";
import type { Logger } from "pino";
import { networkOf } from "../http/rateLimit.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts, securityEvents } from "../storage/records/schema.ts";

/** What happened. */
interface SecurityNote {
  kind: SecurityKind;
  /** An account's email address, or what was typed as one. */
  account?: string | null | undefined;
  /** An ID, or the digest of one that stands for a visitor. */
  about?: string | null | undefined;
  /** IP address of the sender. Only its network is kept. */
  address: string;
}

/** Notes who signed in, failed to, or used their access to people and power; for the log and for owners. */
export interface SecurityLog {
  /** Never throws and does not wait: what is noted has happened. */
  note(note: SecurityNote): void;
  /** Resolves when everything noted so far is stored. */
  stored(): Promise<void>;
}

interface SecurityLogOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
  log: Pick<Logger, "info" | "warn">;
}

const KEPT_FOR: Milliseconds = 180 * ONE_DAY;
const PAGE_SIZE = 100;
/** New entries in a minute; more only count up those that there are, or the last one. Strangers could fill the table otherwise. */
const MAX_PER_MINUTE = 60;
const IPV4_BITS = 24;
const IPV6_BITS = 48;

/** The same within a minute is one entry with a count, so a burst of failures from one network stays readable. */
export function createSecurityLog({ db, now, log }: SecurityLogOptions): SecurityLog {
  let began: Timestamp = 0;
  let known = new Map<string, number>();
  let last: Promise<void> = Promise.resolve();
  let cleaned: Timestamp = 0;

  const store = async ({ kind, account = null, about = null, address }: SecurityNote) => {
    const at = now();
    if (at - began >= ONE_MINUTE) {
      began = at;
      known = new Map();
    }
    const who = account && (await hasAccount(account)) ? account.toLowerCase() : null;
    const network = coarse(address);
    const key = JSON.stringify([kind, who, about, network]);
    const id = known.get(key) ?? (known.size >= MAX_PER_MINUTE ? [...known.values()].at(-1) : undefined);
    if (id !== undefined) return countUp(id);
    const [row] = await db
      .insert(securityEvents)
      .values({ at: new Date(at), kind, account: who, about, network })
      .returning();
    if (row) known.set(key, row.id);
    await clean(at);
  };
  const hasAccount = async (email: string) => {
    const found = await db
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.email, email.toLowerCase()));
    return found.length > 0;
  };
  const countUp = async (id: number) => {
    const [row] = await db.select().from(securityEvents).where(eq(securityEvents.id, id));
    if (row)
      await db
        .update(securityEvents)
        .set({ count: row.count + 1 })
        .where(eq(securityEvents.id, id));
  };
  const clean = async (at: Timestamp) => {
    if (at - cleaned < ONE_HOUR) return;
    cleaned = at;
    await db.delete(securityEvents).where(lt(securityEvents.at, new Date(at - KEPT_FOR)));
  };

  return {
    note(note) {
      // Without names and addresses, which do not belong into a log.
      log.info({ security: note.kind }, "Security event.");
      last = last
        .then(() => store(note))
        .catch((error: unknown) => {
          log.warn({ err: error }, "Failed to store an entry of the security log.");
        });
    },
    stored: () => last,
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
  const shown = rows.slice(0, PAGE_SIZE);
  const end = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    events: shown.map(({ at, ...event }) => ({ ...event, at: at.getTime() })),
    next: end ? String(end.id) : null,
  };
}

/** Enough to tell an office from the rest of the world, too little to tell who it was. */
function coarse(address: string): string {
  const network = networkOf(address, IPV6_BITS);
  if (isIPv4(network)) return `${network.split(".").slice(0, 3).join(".")}.0/${IPV4_BITS}`;
  return network.includes(":") ? `${network}::/${IPV6_BITS}` : "";
}
