import { createHash } from "node:crypto";
import {
  type KnownCustomers,
  type Milliseconds,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
} from "@marquee/contract";
import { and, inArray, isNull, lt, lte, or } from "drizzle-orm";
import type { Logger } from "pino";
import { startJob } from "../../../platform/jobs/startJob.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { backoffDelay } from "../../../platform/time/backoff.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { LeadRow } from "../leadStore.ts";
import { leads, removedLeads } from "../tables.ts";
import { toLeadCopy } from "./leadCopyRow.ts";

/*
 * Copies leads to the event store, where they are counted. The lead itself is committed first:
 *
 *   stored, version 1 ── claimed, inserted ──▶ copied_version = version
 *        ▲                      │
 *        └── store away, killed ┘   (the claim is released, or expires)
 *
 *   changed   its version increases, so it is copied again; the store keeps the row with the highest version
 *   deleted   a trigger keeps its ID in `removed_leads` until its row is deleted from the event store, too
 */
export interface LeadCopies {
  /** Signals that there may be something to copy or delete. Returns immediately. */
  wake(): void;
  /** Waits for the current copy; the rest continues after the next start. */
  stop(): Promise<void>;
}

export interface LeadCopiesOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "insert" | "command">;
  site: Pick<CurrentSite, "current">;
  customers: KnownCustomers;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
  /** Longest pause between checks, because another instance or a deletion may have left work. */
  interval?: Milliseconds;
}

/** How long a claim lasts. Longer than an insert can take, so that nothing is inserted after it ends. */
const LEASE: Milliseconds = 2 * ONE_MINUTE;
const MAX_BATCH = 500;

export function startLeadCopies(options: LeadCopiesOptions): LeadCopies {
  const { db, eventStore, site, customers, now, log, interval = 10 * ONE_SECOND } = options;
  const delays = { base: Math.min(interval, ONE_SECOND), longest: ONE_MINUTE };
  /**
   * IDs in {@link removedLeads} whose copies were already deleted, because a DELETE rewrites whole table
   * parts.
   */
  const deletedOnce = new Set<string>();

  const copyDue = async (): Promise<number> => {
    const claimed = await claim(db, now());
    if (claimed.length === 0) return 0;
    try {
      const rows = claimed.map((lead) => toLeadCopy(lead, { site: site.current(), customers }));
      await eventStore.insert("leads", rows, tokenOf(claimed));
    } catch (error) {
      await release(db, claimed);
      throw error;
    }
    await markCopied(db, claimed);
    return claimed.length;
  };

  /** Deletes the copies of deleted leads immediately, and again once no earlier copy can be in progress. */
  const deleteRemoved = async () => {
    const removed = await db.select().from(removedLeads).orderBy(removedLeads.removedAt).limit(MAX_BATCH);
    const settled = removed
      .filter(({ removedAt }) => now() - removedAt.getTime() >= LEASE)
      .map(({ id }) => id);
    const due = [...removed.map(({ id }) => id).filter((id) => !deletedOnce.has(id)), ...settled];
    if (due.length === 0) return;
    const ids = textListParam(due);
    await eventStore.command(`DELETE FROM leads WHERE toString(id) IN ${textList("ids")}`, { ids });
    for (const id of due) deletedOnce.add(id);
    if (settled.length === 0) return;
    await db.delete(removedLeads).where(inArray(removedLeads.id, settled));
    for (const id of settled) deletedOnce.delete(id);
  };

  return startJob({
    name: "lead-copies",
    interval,
    async run({ signal }) {
      while (!signal.aborted && (await copyDue()) === MAX_BATCH);
      await deleteRemoved();
    },
    retryIn: (failures) => backoffDelay(failures, delays),
    failure: "Failed to copy leads to the event store; retrying.",
    log,
  });
}

const isPending = lt(leads.copiedVersion, leads.version);

/** Claims a batch of leads that are not copied, the oldest first; other instances skip it meanwhile. */
function claim(db: RecordsDatabase, now: Timestamp): Promise<LeadRow[]> {
  const isFree = or(isNull(leads.copyClaimedUntil), lte(leads.copyClaimedUntil, new Date(now)));
  const due = db
    .select({ id: leads.id })
    .from(leads)
    .where(and(isPending, isFree))
    .orderBy(leads.createdAt)
    .limit(MAX_BATCH)
    .for("update", { skipLocked: true });
  return db
    .update(leads)
    .set({ copyClaimedUntil: new Date(now + LEASE) })
    .where(inArray(leads.id, due))
    .returning();
}

async function release(db: RecordsDatabase, claimed: readonly LeadRow[]): Promise<void> {
  await db
    .update(leads)
    .set({ copyClaimedUntil: null })
    .where(inArray(leads.id, idsOf(claimed)));
}

/** A lead that changed meanwhile stays pending, because its version is higher. */
async function markCopied(db: RecordsDatabase, claimed: readonly LeadRow[]): Promise<void> {
  for (const version of new Set(claimed.map((lead) => lead.version))) {
    const ids = idsOf(claimed.filter((lead) => lead.version === version));
    await db
      .update(leads)
      .set({ copiedVersion: version, copyClaimedUntil: null })
      .where(inArray(leads.id, ids));
  }
}

function idsOf(rows: readonly LeadRow[]): string[] {
  return rows.map(({ id }) => id);
}

/** The same for the same versions of the same leads, so that a batch whose response was lost is not inserted twice. */
function tokenOf(claimed: readonly LeadRow[]): string {
  const versions = claimed.map(({ id, version }) => `${id} ${version}`).sort();
  return `leads ${createHash("sha256").update(versions.join("\n")).digest("base64url")}`;
}
