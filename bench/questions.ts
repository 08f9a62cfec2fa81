import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Goal } from "@marquee/contract";
import { queryDropOff } from "../apps/server/src/domains/journeys/queries/dropOff.ts";
import { queryFunnel } from "../apps/server/src/domains/journeys/queries/funnel.ts";
import type { FunnelQuestion } from "../apps/server/src/domains/journeys/queries/funnelUnits.ts";
import { queryPaths } from "../apps/server/src/domains/journeys/queries/paths.ts";
import { queryRetention } from "../apps/server/src/domains/journeys/queries/retention.ts";
import { createQuestions, type Reading } from "../apps/server/src/domains/questions/createQuestions.ts";
import type { EventStore } from "../apps/server/src/platform/storage/events/eventStore.ts";
import { reconcile } from "../apps/server/src/platform/storage/reconcile.ts";
import { bundleEventProcess } from "../apps/server/src/testing/bundleEventProcess.ts";
import { startTestEvents } from "../apps/server/src/testing/startTestStores.ts";
import type { Figure } from "./support/figure.ts";
import { percentile } from "./support/statistics.ts";

const EVENTS = 10_000_000;
const BLOCK = 100_000;
const DAYS = 90;
/** Events of the last minutes. */
const RECENT = 1000;
const RUNS = 20;
const ONE_DAY = 24 * 60 * 60 * 1000;
const SITE = { id: "trellis.example", timeZone: "Europe/Berlin", weekStart: 1 as const };

/** Typical filters: Germans on phones, and visitors of one page. */
const FILTERS = [
  ["is", "visit:country", ["DE"]],
  ["is", "visit:device", ["mobile"]],
];
const FIGURES = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
  "leads",
  "lead_rate",
];
const COMPARED = { include: { comparisons: { mode: "previous_period" } } };
/** Queries of the Overview when it opens. */
const OVERVIEW = [
  { metrics: FIGURES, ...COMPARED },
  { metrics: ["visitors"], dimensions: ["time:day"], ...COMPARED },
  ...["visit:channel", "event:page", "visit:country", "visit:device"].map((dimension) => ({
    metrics: ["visitors"],
    dimensions: [dimension],
    pagination: { limit: 10 },
  })),
];

/**
 * Duration of queries over 10 million events of 90 days (eight per session, one in three a page view, 60 pages, 8 sources), each for the last 30 days.
 * For comparison, a total counted from the events themselves.
 */
export async function measureQuestions(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), "marquee-bench-"));
  await bundleEventProcess();
  const store = await startTestEvents(dir);
  try {
    const to = Math.ceil(Date.now() / ONE_DAY) * ONE_DAY;
    const filled = await timed(() => fill(store, to - DAYS * ONE_DAY));
    const reconciled = await timed(() => reconcile({ eventStore: store, drain: BETWEEN }, { margin: 0 }));
    // As in a running server: the last minutes are not in the rollups.
    const recent = { first: EVENTS - RECENT, count: RECENT, from: to - DAYS * ONE_DAY, prefix: "recent" };
    await insertEvents(store, recent);
    const questions = createQuestions({
      eventStore: store,
      site: () => SITE,
      definitions: async () => ({ goals: [GOAL], segments: new Map() }),
      now: () => to,
    });
    const ask = (query: object) =>
      questions.answer(
        { site_id: SITE.id, date_range: "30d", ...query } as Parameters<typeof questions.answer>[0],
        { id: "bench" },
      );
    const queries = {
      "one figure, two filters": () => ask({ metrics: ["visitors"], filters: FILTERS }),
      "all figures, two filters": () => ask({ metrics: FIGURES, filters: FILTERS }),
      "all figures": () => ask({ metrics: FIGURES }),
      "visitors by day": () => ask({ metrics: ["visitors"], dimensions: ["time:day"] }),
      pages: () => ask({ metrics: ["visitors", "pageviews"], dimensions: ["event:page"] }),
      "sources, two filters": () =>
        ask({ metrics: ["visitors"], dimensions: ["visit:source"], filters: FILTERS }),
      "goal by source": () =>
        ask({
          metrics: ["visitors", "conversion_rate"],
          dimensions: ["visit:source"],
          filters: [["is", "event:goal", ["Clicked"]]],
        }),
      "figures of visits that clicked": () =>
        ask({ metrics: FIGURES, filters: [["has_done", ["is", "event:goal", ["Clicked"]]]] }),
      ...Object.fromEntries(
        ATTRIBUTED.map(([name, given]) => [
          `attribution: ${name}`,
          () => questions.attribute({ ...ATTRIBUTION, ...given }, NO_LINKS, { id: "bench" }),
        ]),
      ),
      "whole Overview": () => Promise.all(OVERVIEW.map(ask)),
      "whole Overview, two filters": () =>
        Promise.all(OVERVIEW.map((query) => ask({ ...query, filters: FILTERS }))),
      ...journeys((filters) =>
        questions.read({ site_id: SITE.id, date_range: "30d", ...(filters && { filters }) }, { id: "bench" }),
      ),
      "peer: totals from the events themselves": () => countEvents(store, { from: to - 30 * ONE_DAY, to }),
    };
    const figures: Figure[] = [
      { what: "events inserted a second, in blocks of 100,000", value: EVENTS / (filled / 1000), unit: "" },
      { what: "reconciling all of them", value: reconciled, unit: "ms" },
    ];
    for (const [name, task] of Object.entries(queries)) figures.push(...(await timeQuery(name, task)));
    return figures;
  } finally {
    await store.stop();
    await rm(dir, { recursive: true });
  }
}

const ATTRIBUTION = {
  site_id: SITE.id,
  date_range: "30d",
  outcome: 1,
  dimension: "visit:channel" as const,
  lookBackDays: 30,
  halfLifeDays: 7,
  skipsDirect: false,
};
const NO_LINKS = { visitors: [], people: [] };
/** The five models at once. */
const ATTRIBUTED = [
  ["a goal by channel", {}],
  ["a goal by source, two filters", { dimension: "visit:source" as const, filters: FILTERS }],
  ["leads by channel", { outcome: "leads" as const }],
] as const;
/** From the most viewed page to a click. */
const FUNNEL: Pick<FunnelQuestion, "steps" | "per" | "order" | "window" | "breakdown"> = {
  steps: [
    { kind: "page", match: "is", path: "/page/0" },
    { kind: "page", match: "is", path: "/page/1" },
    { kind: "event", event: "click web", properties: [] },
  ],
  per: "visit",
  order: "loose",
  window: null,
  breakdown: null,
};
const ANCHOR = { kind: "page", name: "/page/0", detail: "" } as const;

function journeys(read: (filters?: unknown[][]) => Promise<Reading>): Record<string, () => Promise<unknown>> {
  const ask = (task: (reading: Reading) => Promise<unknown>, filters?: unknown[][]) => async () =>
    task(await read(filters));
  return {
    "funnel of three steps": ask(({ store, scope }) => queryFunnel(store, { ...scope, ...FUNNEL })),
    "funnel of three steps, two filters": ask(
      ({ store, scope }) => queryFunnel(store, { ...scope, ...FUNNEL }),
      FILTERS,
    ),
    "funnel by visitor within a week, by source": ask(({ store, scope }) =>
      queryFunnel(store, {
        ...scope,
        ...FUNNEL,
        per: "visitor",
        window: 7 * 86_400,
        breakdown: "visit:source",
      }),
    ),
    "drop-off": ask(({ store, scope }) =>
      queryDropOff(store, { ...scope, ...FUNNEL }, { step: 1, part: null }),
    ),
    "paths from a page": ask(({ store, scope }) =>
      queryPaths(store, { ...scope, anchor: ANCHOR, direction: "from", of: "main" }),
    ),
    "paths toward a page, with clicks": ask(({ store, scope }) =>
      queryPaths(store, { ...scope, anchor: ANCHOR, direction: "toward", of: "all" }),
    ),
    retention: ask(({ store, scope }) => queryRetention(store, scope)),
  };
}

const GOAL: Goal = {
  id: 1,
  name: "Clicked",
  condition: { kind: "event", event: "click web", properties: [{ name: "section", value: "hero" }] },
  value: null,
};

/** No other process uses the store. */
const BETWEEN = { between: <Result>(task: () => Promise<Result>) => task() };

async function timed(task: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await task();
  return performance.now() - startedAt;
}

async function timeQuery(name: string, ask: () => Promise<unknown>): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  const aim = aimOf(name);
  return [
    { what: `${name}, p50`, value: percentile(times, 0.5), unit: "ms" },
    {
      what: `${name}, p95`,
      value: percentile(times, 0.95),
      unit: "ms",
      ...(aim !== null && { aim: { atMost: aim } }),
    },
  ];
}

function aimOf(name: string): number | null {
  if (name.startsWith("one figure")) return 300;
  if (name.startsWith("whole")) return 1500;
  return /^(?:funnel|paths|retention|attribution)/.test(name) ? 1000 : null;
}

function countEvents(store: EventStore, span: { from: number; to: number }): Promise<unknown> {
  return store.query(
    `SELECT uniqExact(visitor_id), count() FROM events_unique WHERE type = 'page' AND bot = ''
     AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`,
    span,
  );
}

/** Events other than page views with their typical share on a marketing site, out of 32. */
const EVENT_SHARES = {
  "Section Viewed": 17,
  "Web Vitals": 4,
  "click web": 4,
  "view step": 3,
  "Overlay Opened": 2,
  "Form Started": 1,
  "Form Sent": 1,
};
const EVENT_NAMES = Object.entries(EVENT_SHARES).flatMap(([name, share]) => Array<string>(share).fill(name));

/** Fills the store with rows generated by ClickHouse. 33% of the sessions are of returning visitors. */
async function fill(store: EventStore, from: number): Promise<void> {
  for (let first = 0; first < EVENTS; first += BLOCK)
    await insertEvents(store, { first, count: BLOCK, from, prefix: "m" });
}

interface Numbered {
  first: number;
  count: number;
  /** Time of event number 0. */
  from: number;
  /** Prefix of the message IDs. */
  prefix: string;
}

async function insertEvents(store: EventStore, { first, count, from, prefix }: Numbered): Promise<void> {
  const instantOf = (number: string) =>
    `fromUnixTimestamp64Milli(toInt64(${from} + intDiv(${number} * ${DAYS * ONE_DAY}, ${EVENTS})))`;
  const sources =
    "['Google', 'Bing', '(direct)', 'news.example', 'LinkedIn', '(internal)', '(internal)', 'newsletter']";
  await store.command(`
    INSERT INTO events (message_id, type, event, received_at, timestamp, original_timestamp, anonymous_id, visitor_id, session_id,
                        site, url, host, path, source, visit_source, channel, country, browser, os, device, screen_class, language, properties, context)
    SELECT concat('${prefix}', toString(number)), if(number % 3 = 0, 'page', 'track'),
           if(number % 3 = 0, '', [${EVENT_NAMES.map((name) => `'${name}'`).join(", ")}][1 + cityHash64(number, 5) % ${EVENT_NAMES.length}]),
           at, at, at, visitor, visitor, toUInt64(toUnixTimestamp64Milli(began)), 'trellis.example', concat('https://trellis.example', page),
           'trellis.example', page, ${sources}[1 + cityHash64(session) % 8] AS source, source, 'referral',
           ['US', 'DE', 'FR', 'GB', 'JP'][1 + cityHash64(session, 3) % 5], 'Chrome', 'macOS', if(cityHash64(session, 4) % 3 = 0, 'mobile', 'desktop'), '1200-1599', 'en', concat('{"section":"', ['hero', 'plans', 'footer', 'header'][1 + cityHash64(number, 6) % 4], '","buttonClicked":"See plans"}'), '{"page":{"path":"/pricing"}}'
    FROM (
      SELECT number, intDiv(number, 8) AS session, ${instantOf("number")} AS at, ${instantOf("(intDiv(number, 8) * 8)")} AS began,
             toString(if(cityHash64(session) % 3 = 0, cityHash64(session, 1) % 50000, session)) AS visitor,
             concat('/page/', toString(toUInt32(pow(cityHash64(number, 2) % 1000 / 1000, 3) * 60))) AS page
      FROM numbers(${first}, ${count})
    )`);
}
