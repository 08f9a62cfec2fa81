import { randomUUID } from "node:crypto";
import { ONE_DAY, type Timestamp } from "@marquee/contract";
import { inArray } from "drizzle-orm";
import type { PgInsertValue, PgTable } from "drizzle-orm/pg-core";
import { toLeadCopy } from "../domains/leads/copies/leadCopyRow.ts";
import { linkNames } from "../domains/people/identities/linkNames.ts";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { EventStore } from "../platform/storage/events/eventStore.ts";
import { reconcile } from "../platform/storage/reconcile.ts";
import {
  accounts,
  consentReceipts,
  leadDeliveries,
  leadDeliveryAttempts,
  leadEntries,
  leadMeetings,
  leads,
} from "../platform/storage/records/schema.ts";
import { storeCampaigns } from "./campaigns.ts";
import { clearDemo, type DemoStores } from "./clearDemo.ts";
import { demoDay } from "./day.ts";
import { storeErrorStatuses } from "./errorStatuses.ts";
import type { DemoError } from "./errors.ts";
import { demoExperiments, storeExperiments } from "./experiments.ts";
import { storeGoals } from "./goals.ts";
import { storeHistory } from "./history.ts";
import { demoInteractions } from "./interactions.ts";
import { demoResult, type LeadResult } from "./leadResults.ts";
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

/** Rows of the event store per insertion. */
const BLOCK = 20_000;

/**
 * Replaces the demo data: events of the last `days` days, none in the future, with their leads, receipts, clicks, experiments and releases. The
 * same seed gives the same rows on the same day.
 * @returns the number of events and leads.
 */
export async function seedDemo(stores: DemoStores, options: SeedOptions): Promise<SeededCounts> {
  const { days, now, onProgress, pages, recordings, ...rest } = options;
  const { eventStore, db, hashEmail } = stores;
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
  const shared = {
    ...rest,
    story,
    experiments,
    since: story.today - (days - 1) * ONE_DAY,
    pages: new Map(pages.map((page) => [page.path, page])),
  };
  const blocks = createBlocks(eventStore);
  const counts: SeededCounts = { events: 0, leads: 0 };
  for (let index = days - 1; index >= 0; index -= 1) {
    const day: DayOptions = { ...shared, day: story.today - index * ONE_DAY };
    const visits = demoDay(day);
    const events = visits.flatMap((visit) => visit.events);
    const sent = visits.flatMap(({ form }) => form ?? []).filter(({ visit }) => visit.bot === "");
    const results = demoLeads(sent, day).map((lead) => demoResult(lead, { now, owners }));
    await storeLeads(stores, results, now);
    await insertAll(db, consentReceipts, demoReceipts(visits, day, hashEmail));
    const copied = { site: { ...rest.site, hosts: [...rest.site.hosts] }, customers: NO_CUSTOMERS };
    await blocks.add({
      events,
      interactions: demoInteractions(visits, day),
      leads: results.map(({ lead }) => toLeadCopy(lead, copied)),
    });
    counts.events += events.length;
    counts.leads += results.length;
    onProgress({ ...counts, days: days - index });
  }
  const { receipts, segments, ...recorded } = moveRecordings(recordings, { ...shared, hashEmail });
  await insertAll(db, consentReceipts, receipts);
  await blocks.add({ ...recorded, replay_segments: segments });
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

async function storeLeads({ db, hashEmail }: DemoStores, results: readonly LeadResult[], now: Timestamp) {
  if (results.length === 0) return;
  const entries = results.flatMap((result) => result.entries);
  const meetings = results.flatMap((result) => result.meetings);
  const delivered = results.flatMap(({ lead }) => demoDeliveries(lead, now));
  const deliveries = delivered.map(({ delivery }) => delivery);
  const attempts = delivered.flatMap((each) => each.attempts);
  await db.transaction(async (tx) => {
    await tx.insert(leads).values(results.map(({ lead }) => lead));
    await insertAll(tx, leadEntries, entries);
    await insertAll(tx, leadMeetings, meetings);
    await insertAll(tx, leadDeliveries, deliveries);
    await insertAll(tx, leadDeliveryAttempts, attempts);
    const names = results.map(({ lead: { id, email, visit, createdAt } }) => ({
      names: [
        { kind: "lead" as const, value: id },
        { kind: "email" as const, value: hashEmail(email) },
      ],
      anonymousIds: visit ? [visit.visitorId] : [],
      source: "lead" as const,
      seenAt: createdAt.getTime(),
    }));
    await linkNames(tx, names, hashEmail);
  });
}

/** Inserts the rows of a day, which are few enough for one statement. */
async function insertAll<Table extends PgTable>(
  db: Pick<DemoStores["db"], "insert">,
  table: Table,
  rows: readonly Table["$inferInsert"][],
): Promise<void> {
  if (rows.length > 0) await db.insert(table).values(rows as PgInsertValue<Table>[]);
}

type Blocks = Partial<Record<"events" | "interactions" | "leads" | "replay_segments", readonly object[]>>;

/** Collects rows of the event store, and inserts them in large blocks while the next rows are made. */
function createBlocks({ insert }: Pick<EventStore, "insert">) {
  const waiting = new Map<string, object[]>();
  // Not derived from the rows: after the demo was removed, the same rows are inserted again.
  const run = randomUUID();
  let begun = 0;
  let inserting: Promise<void> = Promise.resolve();
  const write = async (least: number) => {
    for (const [table, rows] of waiting) {
      if (rows.length < least) continue;
      waiting.delete(table);
      await inserting;
      begun += 1;
      inserting = insert(table, rows, `demo ${run} ${begun}`);
      // Awaited before the next block; a failure must not count as unhandled until then.
      inserting.catch(() => undefined);
    }
  };
  return {
    async add(blocks: Blocks) {
      for (const [table, rows] of Object.entries(blocks)) {
        const all = waiting.get(table) ?? [];
        for (const row of rows) all.push(row);
        waiting.set(table, all);
      }
      await write(BLOCK);
    },
    async flush() {
      await write(0);
      await inserting;
    },
  };
}
