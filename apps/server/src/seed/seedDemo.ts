import { randomUUID } from "node:crypto";
import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { inArray } from "drizzle-orm";
import type { SiteIdentity } from "../config/siteOf.ts";
import { linkNames } from "../identities/linkNames.ts";
import { toLeadCopy } from "../leads/copies/leadCopyRow.ts";
import type { LeadRow } from "../leads/leadStore.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import { reconcile } from "../storage/reconcile.ts";
import {
  accounts,
  consentReceipts,
  leadDeliveries,
  leadDeliveryAttempts,
  leadEntries,
  leadMeetings,
  leads,
} from "../storage/records/schema.ts";
import { storeCampaigns } from "./campaigns.ts";
import { clearDemo, type DemoStores } from "./clearDemo.ts";
import { demoDay } from "./day.ts";
import { storeErrorStatuses } from "./errorStatuses.ts";
import type { DemoError } from "./errors.ts";
import { demoExperiments, storeExperiments } from "./experiments.ts";
import { storeGoals } from "./goals.ts";
import { storeHistory } from "./history.ts";
import { demoInteractions } from "./interactions.ts";
import { demoResult } from "./leadResults.ts";
import { demoDeliveries, demoLeads } from "./leads.ts";
import { demoReceipts } from "./receipts.ts";
import { moveRecordings } from "./recordings.ts";
import { storeReleases } from "./releases.ts";
import { storeReports } from "./reports.ts";
import type { SitePage } from "./sitePage.ts";
import { createStory } from "./story.ts";
import type { DayOptions } from "./visit.types.ts";

interface SeedOptions {
  /** Number of days, including today. */
  days: number;
  seed: number;
  site: SiteIdentity;
  /** Under which visitors reach the site. */
  origin: string;
  pages: readonly SitePage[];
  errors: readonly DemoError[];
  /** Recorded visits, as {@link readRecordings} returns them. */
  recordings: readonly string[];
  now: Timestamp;
  onProgress: (done: SeededCounts & { days: number }) => void;
}

export interface SeededCounts {
  events: number;
  leads: number;
}

/** Rows per insertion. */
const BLOCK = 20_000;
const RECORDS = 1000;

/**
 * Replaces the demo data: events of the last `days` days, none in the future, with their leads, receipts, clicks, experiments and releases. The
 * same seed gives the same rows on the same day.
 * @returns the number of events and leads.
 */
export async function seedDemo(stores: DemoStores, options: SeedOptions): Promise<SeededCounts> {
  const { days, now, onProgress, pages, recordings, ...rest } = options;
  const { eventStore, db } = stores;
  const story = createStory(now);
  const experiments = demoExperiments(story);
  await clearDemo(stores);
  await storeExperiments(db, experiments);
  await storeReleases(db, story, days);
  await storeGoals(db, story);
  await storeCampaigns(db, { ...rest, story, days });
  await storeHistory(stores, { ...rest, story, days });
  const owners = await readOwners(db);
  await storeReports(db, { owner: owners[0] ?? null, now });
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const blocks = createBlocks(eventStore);
  const counts: SeededCounts = { events: 0, leads: 0 };
  for (let index = days - 1; index >= 0; index -= 1) {
    const day: DayOptions = {
      ...rest,
      day: story.today - index * ONE_DAY,
      since: story.today - (days - 1) * ONE_DAY,
      story,
      experiments,
      pages: byPath,
    };
    const visits = demoDay(day);
    const events = visits.flatMap((visit) => visit.events);
    await blocks.add("events", events);
    await blocks.add("interactions", demoInteractions(visits, day));
    const sent = visits.flatMap(({ form }) => form ?? []).filter(({ visit }) => visit.bot === "");
    const results = demoLeads(sent, day).map((lead) => demoResult(lead, { now, owners }));
    const dayLeads = results.map(({ lead }) => lead);
    await storeLeads(stores, dayLeads, options);
    await insertAll(
      results.flatMap(({ entries }) => entries),
      (rows) => db.insert(leadEntries).values(rows),
    );
    await insertAll(
      results.flatMap(({ meetings }) => meetings),
      (rows) => db.insert(leadMeetings).values(rows),
    );
    const copied = { site: { ...options.site, hosts: [...options.site.hosts] }, customers: NO_CUSTOMERS };
    await blocks.add(
      "leads",
      dayLeads.map((lead) => toLeadCopy(lead, copied)),
    );
    await insertAll(demoReceipts(visits, day, stores.hashEmail), (rows) =>
      db.insert(consentReceipts).values(rows),
    );
    counts.events += events.length;
    counts.leads += dayLeads.length;
    onProgress({ ...counts, days: days - index });
  }
  const { hashEmail } = stores;
  const recorded = moveRecordings(recordings, { ...rest, story, pages: byPath, hashEmail });
  await insertAll(recorded.receipts, (rows) => db.insert(consentReceipts).values(rows));
  await blocks.add("events", recorded.events);
  await blocks.add("interactions", recorded.interactions);
  await blocks.add("replay_segments", recorded.segments);
  counts.events += recorded.events.length;
  await blocks.flush();
  await storeErrorStatuses(stores, options.errors, story);
  await reconcile({ eventStore, drain: { between: (task) => task() } }, { margin: 0 });
  return counts;
}

/** Accounts that the demo's leads belong to. */
async function readOwners(db: DemoStores["db"]): Promise<string[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.role, ["owner", "editor"]))
    .orderBy(accounts.createdAt, accounts.id)
    .limit(10);
  return rows.map(({ id }) => id);
}

const NO_CUSTOMERS = { groupIds: [], domains: [] };

async function storeLeads(
  { db, hashEmail }: DemoStores,
  stored: readonly LeadRow[],
  { now }: Pick<SeedOptions, "now">,
): Promise<void> {
  if (stored.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.insert(leads).values([...stored]);
    const delivered = stored.flatMap((lead) => demoDeliveries(lead, now));
    await insertAll(
      delivered.map(({ delivery }) => delivery),
      (rows) => tx.insert(leadDeliveries).values(rows),
    );
    await insertAll(
      delivered.flatMap(({ attempts }) => attempts),
      (rows) => tx.insert(leadDeliveryAttempts).values(rows),
    );
    await linkNames(
      tx,
      stored.map(({ id, email, visit, createdAt }) => ({
        names: [
          { kind: "lead" as const, value: id },
          { kind: "email" as const, value: hashEmail(email) },
        ],
        anonymousIds: visit ? [visit.visitorId] : [],
        source: "lead" as const,
        seenAt: createdAt.getTime(),
      })),
      hashEmail,
    );
  });
}

async function insertAll<Row>(
  rows: readonly Row[],
  insert: (part: Row[]) => PromiseLike<unknown>,
): Promise<void> {
  for (let at = 0; at < rows.length; at += RECORDS) await insert(rows.slice(at, at + RECORDS));
}

/** Collects rows of the event store, and inserts them in large blocks while the next rows are made. */
function createBlocks({ insert }: Pick<EventStore, "insert">) {
  const waiting = new Map<string, object[]>();
  // Not derived from the rows: after the demo was removed, the same rows are inserted again.
  const run = randomUUID();
  let begun = 0;
  let inserting: Promise<void> = Promise.resolve();
  const write = async (table: string) => {
    const rows = waiting.get(table) ?? [];
    waiting.delete(table);
    await inserting;
    begun += 1;
    inserting = insert(table, rows, `demo ${run} ${begun}`);
    // Awaited before the next block; a failure must not count as unhandled until then.
    inserting.catch(() => undefined);
  };
  return {
    async add(table: "events" | "interactions" | "leads" | "replay_segments", rows: readonly object[]) {
      const all = waiting.get(table) ?? [];
      for (const row of rows) all.push(row);
      waiting.set(table, all);
      if (all.length >= BLOCK) await write(table);
    },
    async flush() {
      for (const table of [...waiting.keys()]) await write(table);
      await inserting;
    },
  };
}
