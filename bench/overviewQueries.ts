import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readOverview } from "../apps/server/src/console/overview.ts";
import type { EventStore } from "../apps/server/src/storage/events/eventStore.ts";
import { querySeries } from "../apps/server/src/storage/events/queries/series.ts";
import { querySessions } from "../apps/server/src/storage/events/queries/sessions.ts";
import { queryTopPages } from "../apps/server/src/storage/events/queries/topPages.ts";
import { queryTopSources } from "../apps/server/src/storage/events/queries/topSources.ts";
import { queryTotals } from "../apps/server/src/storage/events/queries/totals.ts";
import { bundleEventProcess } from "../apps/server/src/testing/bundleEventProcess.ts";
import { startTestEvents } from "../apps/server/src/testing/startTestStores.ts";
import type { Figure } from "./support/figure.ts";
import { percentile } from "./support/statistics.ts";

const EVENTS = 10_000_000;
const BLOCK = 100_000;
const DAYS = 90;
const RUNS = 20;
const ONE_DAY = 24 * 60 * 60 * 1000;
const TOP = 10;

/**
 * What the Overview asks, over 10 million events of 90 days (one in three a page view, eight to a session, 60 pages, 8 sources), each
 * query for the last 30 days; and, as the peer, the same totals counted from the events themselves.
 */
export async function measureOverviewQueries(): Promise<Figure[]> {
  const dir = await mkdtemp(join(tmpdir(), "marquee-bench-"));
  await bundleEventProcess();
  const store = await startTestEvents(dir);
  try {
    const to = Math.ceil(Date.now() / ONE_DAY) * ONE_DAY;
    await fill(store, to - DAYS * ONE_DAY);
    const span = { from: to - 30 * ONE_DAY, to };
    const days = { ...span, interval: "day", tz: "Europe/Berlin" } as const;
    const queries = {
      totals: () => queryTotals(store, span),
      sessions: () => querySessions(store, span),
      series: () => querySeries(store, days),
      "top pages": () => queryTopPages(store, span, TOP),
      "top sources": () => queryTopSources(store, span, TOP),
      "whole Overview, twelve queries at once": () => readOverview(store, days),
      "peer: totals from the events themselves": () => countEvents(store, span),
    };
    const figures: Figure[] = [];
    for (const [name, ask] of Object.entries(queries)) figures.push(...(await timeQuery(name, ask)));
    return figures;
  } finally {
    await store.stop();
    await rm(dir, { recursive: true });
  }
}

async function timeQuery(name: string, ask: () => Promise<unknown>): Promise<Figure[]> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  const isQuery = !/whole|peer/.test(name);
  return [
    { what: `${name}, p50`, value: percentile(times, 0.5), unit: "ms" },
    {
      what: `${name}, p95`,
      value: percentile(times, 0.95),
      unit: "ms",
      ...(isQuery && { aim: { atMost: 300 } }),
    },
  ];
}

function countEvents(store: EventStore, span: { from: number; to: number }): Promise<unknown> {
  return store.query(
    `SELECT uniq(visitor_id), count() FROM events_unique WHERE type = 'page' AND bot = ''
     AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`,
    span,
  );
}

/** Rows that the engine makes itself; a third of the sessions are of visitors who come again. */
async function fill(store: EventStore, from: number): Promise<void> {
  const instantOf = (number: string) =>
    `fromUnixTimestamp64Milli(toInt64(${from} + intDiv(${number} * ${DAYS * ONE_DAY}, ${EVENTS})))`;
  for (let first = 0; first < EVENTS; first += BLOCK) {
    await store.command(`
      INSERT INTO events (message_id, type, event, received_at, timestamp, original_timestamp, anonymous_id, visitor_id,
                          session_id, url, path, source, browser, os, device, properties, context)
      SELECT concat('m', toString(number)), if(number % 3 = 0, 'page', 'track'), if(number % 3 = 0, '', 'click web'),
             at, at, at, visitor, visitor, toUInt64(toUnixTimestamp64Milli(began)), concat('https://trellis.example', page), page,
             ['google', 'bing', '(direct)', 'news.example', 'linkedin', '(internal)', '(internal)', 'newsletter'][1 + cityHash64(session) % 8],
             'Chrome', 'macOS', 'desktop', '{"section":"hero","buttonClicked":"See plans"}', '{"page":{"path":"/pricing"}}'
      FROM (
        SELECT number, intDiv(number, 8) AS session, ${instantOf("number")} AS at, ${instantOf("(intDiv(number, 8) * 8)")} AS began,
               toString(if(cityHash64(session) % 3 = 0, cityHash64(session, 1) % 50000, session)) AS visitor,
               concat('/page/', toString(toUInt32(pow(cityHash64(number, 2) % 1000 / 1000, 3) * 60))) AS page
        FROM numbers(${first}, ${BLOCK})
      )`);
  }
}
