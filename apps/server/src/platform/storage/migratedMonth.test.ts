import { NOT_FOUND_PAGE, NOT_SET, ONE_DAY, ONE_SECOND, type QueryResponse } from "@marquee/contract";
import { lt } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { startLeadCopies } from "../../domains/leads/copies/startLeadCopies.ts";
import type { LeadRow } from "../../domains/leads/leadStore.ts";
import { leads } from "../../domains/leads/tables.ts";
import { demoDay } from "../../seed/day.ts";
import { demoExperiments } from "../../seed/experiments.ts";
import { demoLeads } from "../../seed/leads.ts";
import { createStory } from "../../seed/story.ts";
import { DEMO_PAGES } from "../../testing/demoPages.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import { startEngine } from "../../testing/startEngine.ts";
import { silent, startTestStores, TEST_SITE, type TestStores } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import { migrate } from "./events/migrate.ts";
import { MIGRATIONS } from "./events/migrations/index.ts";
import { reconcile } from "./reconcile.ts";

const DAYS = 30;
const NOW = Date.parse("2026-06-10T15:00:00Z");
/** The last migration before events had their dimensions. */
const BEFORE = 6;
const FIGURES = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
] as const;
const WITH_LEADS = [...FIGURES, "leads", "lead_rate"] as const;
const LISTS = ["visit:channel", "visit:source", "visit:country", "visit:device", "visit:entry_page"] as const;

const story = createStory(NOW);
const range = [story.today - (DAYS - 1) * ONE_DAY, story.today].map((day) => dateOf(day));
const dataDir = createTemporaryDir();
let stores: TestStores;
let console_: TestConsole;
let stored: LeadRow[];

beforeAll(async () => {
  const engine = await startEngine(dataDir);
  const { client } = engine;
  await migrate({ client, migrations: MIGRATIONS.slice(0, BEFORE), site: TEST_SITE, log: silent });
  const options = Array.from({ length: DAYS }, (_, index) => ({
    day: story.today - index * ONE_DAY,
    since: story.today - (DAYS - 1) * ONE_DAY,
    seed: 7,
    story,
    site: TEST_SITE,
    origin: "https://trellis.example",
    pages: new Map(DEMO_PAGES.map((page) => [page.path, page])),
    errors: [],
    experiments: demoExperiments(story),
  }));
  const days = options.map(demoDay);
  const events = days.flat().flatMap((visit) => visit.events);
  // The table of that time has fewer columns. Events sent twice are stored twice.
  const clickhouse_settings = { input_format_skip_unknown_fields: 1 } as const;
  for (const values of [events, events.filter((_, index) => index % 10 === 0)])
    await client.insert({ table: "events", values, format: "JSONEachRow", clickhouse_settings });
  await engine.kill();
  stores = await startTestStores(dataDir);
  // Leads from that time only have the campaign, if they consented.
  const forms = days.map((visits) => visits.flatMap(({ form }) => form ?? []));
  stored = options
    .flatMap((day, index) => demoLeads(forms[index] ?? [], day))
    .map((lead, index) => ({ ...lead, copiedVersion: 0, ...(index % 2 === 0 && { visit: null }) }));
  await stores.records.db.insert(leads).values(stored);
  await copyLeads();
  console_ = await startConsole(stores, { now: () => NOW });
}, 120_000);
afterAll(async () => {
  await console_?.app.close();
  await stores?.stop();
  removeDir(dataDir);
});

/** Copies leads missing from the event store, as a server does with all leads after the migration. */
async function copyLeads(): Promise<void> {
  const { db } = stores.records;
  const rest = { timeZone: "UTC", weekStart: 1 as const, excludedAddresses: [] };
  const site = { current: () => ({ ...TEST_SITE, hosts: [...TEST_SITE.hosts], ...rest }) };
  const customers = { groupIds: [], domains: [] };
  const copies = startLeadCopies({ ...stores, db, site, customers, now: () => NOW, log: silent });
  await vi.waitUntil(async () => (await db.$count(leads, lt(leads.copiedVersion, leads.version))) === 0, {
    timeout: 60_000,
  });
  await copies.stop();
}

interface StoredEvent {
  message_id: string;
  type: string;
  name: string;
  visitor_id: string;
  session: number;
  at: number;
  audience: string;
  path: string;
  channel: string;
  source: string;
  country: string;
  device: string;
}

/** A visit: its events in order, the first page view before everything else. */
type Visit = [StoredEvent, ...StoredEvent[]];

/** The visits of the stored events, each message counted once. */
async function readVisits(): Promise<Visit[]> {
  const rows = await stores.eventStore.query<StoredEvent>(
    `SELECT message_id, type, name, visitor_id, audience, path, channel, visit_source AS source, country, device,
            toFloat64(session_id) AS session, toFloat64(toUnixTimestamp64Milli(timestamp)) AS at
     FROM events WHERE bot = ''`,
  );
  const once = new Map(rows.map((row) => [row.message_id, row])).values();
  const visits = groupBy(once, ({ visitor_id, session }) => `${visitor_id} ${session}`).values();
  const isView = ({ type }: StoredEvent) => type === "page";
  return [...visits]
    .map((events) =>
      events.sort((one, other) => Number(isView(other)) - Number(isView(one)) || one.at - other.at),
    )
    .filter((events): events is Visit => events.some(isView))
    .filter((events) => !events.some(({ audience }) => audience === "customer"));
}

function groupBy<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

const viewsOf = (visit: Visit) => visit.filter(({ type }) => type === "page");
const startOf = (visit: Visit) => Math.min(...visit.map(({ at }) => at));
function dateOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** The figures by the definitions of docs/questions.md. @param views those of `visits`, or those of a day. */
function figuresOf(visits: readonly Visit[], views = visits.flatMap(viewsOf)) {
  const durations = visits.map((visit) => Math.max(...visit.map(({ at }) => at)) - startOf(visit));
  const share = (sum: number, digits = 2) =>
    visits.length > 0 ? halfToEven((sum / visits.length) * 10 ** digits) / 10 ** digits : null;
  return [
    new Set(views.map(({ visitor_id }) => visitor_id)).size,
    visits.length,
    views.length,
    share(visits.flatMap(viewsOf).length),
    share(100 * visits.filter((visit) => viewsOf(visit).length === 1).length),
    share(durations.reduce((sum, each) => sum + each, 0) / ONE_SECOND, 0),
  ];
}

/** Figures of leads by the same definitions, given the number of visitors. */
function leadFigures(rows: readonly LeadRow[], visitors: unknown) {
  const real = rows.filter(({ isSpam }) => !isSpam);
  const agreed = real.filter(({ visit, attribution }) => visit || Object.keys(attribution).length > 0);
  return [real.length, halfToEven((agreed.length / Number(visitors)) * 10_000) / 100];
}

/** As the store rounds. */
function halfToEven(value: number): number {
  const below = Math.floor(value);
  return value - below === 0.5 ? below + (below % 2) : Math.round(value);
}

const VALUES: Record<(typeof LISTS)[number], (visit: Visit) => string> = {
  "visit:channel": ([view]) => view.channel,
  "visit:source": ([view]) => view.source,
  "visit:country": ([view]) => view.country || NOT_SET,
  "visit:device": ([view]) => view.device || NOT_SET,
  "visit:entry_page": ([view]) => (view.name === NOT_FOUND_PAGE ? NOT_SET : view.path),
};

/** The Overview's figures, counted from the events. */
async function countEvents() {
  const visits = await readVisits();
  const byDay = groupBy(visits, (visit) => dateOf(startOf(visit)));
  const viewsByDay = groupBy(visits.flatMap(viewsOf), ({ at }) => dateOf(at));
  const lists = LISTS.map((dimension) => [
    dimension,
    sorted([...groupBy(visits, VALUES[dimension])].map(([value, list]) => [value, ...figuresOf(list)])),
  ]);
  const leadsByDay = groupBy(stored, ({ createdAt }) => dateOf(createdAt.getTime()));
  const total = figuresOf(visits);
  return {
    total: [...total, ...leadFigures(stored, total[0])],
    days: sorted(
      [...viewsByDay].map(([day, views]) => {
        const figures = figuresOf(byDay.get(day) ?? [], views);
        return [day, ...figures, ...leadFigures(leadsByDay.get(day) ?? [], figures[0])];
      }),
    ),
    ...Object.fromEntries(lists),
  };
}

/** The same figures, by the Overview's queries. */
async function askOverview() {
  const total = await ask([], WITH_LEADS);
  const lists = await Promise.all(LISTS.map(async (each) => [each, sorted(rowsOf(await ask([each])))]));
  return {
    total: total[0]?.metrics,
    days: sorted(
      rowsOf(await ask(["time:day"], WITH_LEADS)).map(([day, ...figures]) => [
        String(day).slice(0, 10),
        ...figures,
      ]),
    ),
    ...Object.fromEntries(lists),
  };
}

async function ask(
  dimensions: readonly string[],
  metrics: readonly string[] = FIGURES,
): Promise<QueryResponse["results"]> {
  const pagination = { limit: 1000, offset: 0 };
  const query = { site_id: "127.0.0.1:3000", metrics, date_range: range, dimensions, pagination };
  const answer = await console_.post("/query", query);
  expect(answer.statusCode, answer.body).toBe(200);
  return (answer.json() as QueryResponse).results;
}

const rowsOf = (results: QueryResponse["results"]) =>
  results.map(({ dimensions, metrics }) => [...dimensions, ...metrics]);
const sorted = (rows: readonly unknown[][]) =>
  [...rows].sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));

it("shows figures of a migrated month that match its events, before and after it is reconciled", async () => {
  const counted = await countEvents();
  expect(counted.total[1]).toBeGreaterThan(1000);
  expect(counted.days).toHaveLength(DAYS);
  expect(stored.filter(({ isSpam }) => !isSpam).length).toBeGreaterThan(30);
  expect(await askOverview()).toEqual(counted);
  expect(await reconcile(stores, { margin: 0 })).toBeGreaterThan(DAYS);
  expect(await askOverview()).toEqual(counted);
});
