import { join } from "node:path";
import {
  DIMENSIONS,
  type Goal,
  type MetricValue,
  NOT_SET,
  ONE_MINUTE,
  type QueryResponse,
} from "@marquee/contract";
import { FIGURE_METRICS, type FigureMetric, type FigureRows } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecordings } from "../../../seed/recordings.ts";
import { seedDemo } from "../../../seed/seedDemo.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { DEMO_PAGES } from "../../../testing/demoPages.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import { TEST_SITE, type TestStores } from "../../../testing/startTestStores.ts";

/*
 * Checks every figure of the Overview on demo data: the figure, the lists that break it down, the figure after a click on a row, and the rows behind it must
 * agree.
 */
const NOW = Date.parse("2026-06-10T15:00:00Z");
const DAYS = 3;
const FIGURES = FIGURE_METRICS.filter((metric) => metric !== "conversion_rate");
/** Metrics that add up over a dimension's values. */
const ADDITIVE = ["visits", "pageviews", "leads"] as const;
/** Rows of a list on the screen. */
const LISTED = 9;
const GOAL: Omit<Goal, "id"> = {
  name: "Saw pricing",
  condition: { kind: "page", match: "is", path: "/pricing" },
  value: null,
};

let stores: TestStores;
let console_: TestConsole;
let totals: Record<string, MetricValue>;

beforeAll(async () => {
  stores = await borrowTestStores();
  const { eventStore, records, identities } = stores;
  // One in the queried days, and one before them. The rollup counts sessions by day, and each recording is on a
  // different day.
  const recordings = readRecordings(join(import.meta.dirname, "../../../seed/recordings")).slice(0, 2);
  await seedDemo(
    { eventStore, db: records.db, hashEmail: identities.hashEmail },
    {
      days: DAYS,
      seed: 7,
      site: TEST_SITE,
      origin: "https://trellis.example",
      now: NOW,
      pages: DEMO_PAGES,
      errors: [],
      recordings,
      onProgress: () => undefined,
    },
  );
  // A visit over midnight: it is not one of the range's visits, but one of its page views is.
  const session = Date.parse("2026-06-08T23:50:00Z");
  const views = [session, session + 15 * ONE_MINUTE].map((timestamp) =>
    eventRow({
      message_id: `late ${timestamp}`,
      visitor_id: "late",
      session_id: session,
      type: "page",
      timestamp,
      original_timestamp: timestamp,
      received_at: timestamp,
    }),
  );
  await eventStore.insert("events", views, "late");
  console_ = await startConsole(stores, { now: () => NOW });
  await console_.post("/goals", { definition: { ...GOAL, isArchived: false } });
  totals = await figuresOf([]);
}, 120_000);
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const scope = { site_id: "127.0.0.1:3000", date_range: ["2026-06-09", "2026-06-10"] };

async function read(query: object): Promise<QueryResponse> {
  const answer = await console_.post("/query", { ...scope, ...query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function figuresOf(filters: unknown[], metrics: readonly FigureMetric[] = FIGURES) {
  const { results } = await read({ metrics, filters });
  return Object.fromEntries(metrics.map((metric, index) => [metric, results[0]?.metrics[index] ?? null]));
}

async function rowsOf(metric: FigureMetric, filters: unknown[]): Promise<FigureRows> {
  const answer = await console_.post("/query/rows", { ...scope, metric, filters });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

const quotient = (of: number, by: number, digits = 2) =>
  by === 0 ? null : Math.round((of / by) * 10 ** digits) / 10 ** digits;

/** Every figure of a screen with these filters, computed from its rows. */
async function fromRows(filters: unknown[]): Promise<Record<string, MetricValue>> {
  const [visitors, pageviews, visits, leads, consented] = await Promise.all(
    (["visitors", "pageviews", "visits", "leads", "lead_rate"] as const).map(
      async (metric) => (await rowsOf(metric, filters)).totals,
    ),
  );
  if (!visitors || !pageviews || !visits || !leads || !consented) throw new Error("All were read.");
  return {
    visitors: visitors.visitors,
    pageviews: pageviews.views,
    visits: visits.rows,
    views_per_visit: quotient(visits.views, visits.rows),
    bounce_rate: quotient(visits.bounces * 100, visits.rows),
    visit_duration: quotient(visits.duration / 1000, visits.rows, 0),
    leads: leads.rows,
    lead_rate: quotient(consented.rows * 100, visitors.visitors),
  };
}

it("has rows behind every figure that add up to it", async () => {
  expect(Object.values(totals).every((value) => value !== null && value > 0)).toBe(true);
  expect(await fromRows([])).toEqual(totals);
});

it("has rows page by page, newest first, with the replays and leads of the visits", async () => {
  const ofDay = { ...scope, date_range: ["2026-06-09", "2026-06-09"], metric: "visits" };
  const seen = [];
  let before: string | null = null;
  let total = 0;
  do {
    const answer = await console_.post("/query/rows", { ...ofDay, ...(before && { before }) });
    const page = answer.json() as FigureRows;
    if (page.kind === "visits") seen.push(...page.rows);
    total = page.totals.rows;
    before = page.next;
  } while (before);
  expect(new Set(seen.map(({ visitor, session }) => `${visitor} ${session}`)).size).toBe(total);
  expect(seen.length).toBe(total);
  expect(seen.map(({ at }) => at)).toEqual(seen.map(({ at }) => at).sort((one, other) => other - one));
  expect(seen.some(({ replay }) => replay !== null)).toBe(true);
  expect(seen.some(({ leads }) => leads.length > 0)).toBe(true);
});

it("has rows behind the conversion rate of a goal", async () => {
  const filters = [["is", "event:goal", [GOAL.name]]];
  const { visitors, visits, conversion_rate } = await figuresOf(filters, [
    "visitors",
    "visits",
    "conversion_rate",
  ]);
  const converted = (await rowsOf("conversion_rate", filters)).totals.visitors;
  expect(converted).toBe(visitors);
  expect(conversion_rate).toBe(quotient(converted * 100, Number(totals.visitors)));
  expect((await rowsOf("visits", filters)).totals.rows).toBe(visits);
});

const METRICS = ["visitors", "visits", "pageviews", "leads", "lead_rate"] as const;
const listOf = (dimensions: readonly string[], more: object = {}) =>
  read({ metrics: METRICS, dimensions, order_by: [["visitors", "desc"]], ...more });
const sumOf = ({ results }: QueryResponse, metric: (typeof METRICS)[number]) =>
  results.reduce((total, row) => total + Number(row.metrics[METRICS.indexOf(metric)]), 0);
type Row = QueryResponse["results"][number];
/** Among rows with equal leads, those with many visitors come first, because they have every figure. */
const MOST_LEADS = ["leads", "visitors"].map((metric) => [metric, "desc"]);
/** Leads without consent are in rows without visitors. */
const isVisited = ({ metrics }: Row) => Number(metrics[METRICS.indexOf("visitors")]) > 0;
/** Filters of a click on a row. */
const clickOn = (dimensions: readonly string[], row: Row | undefined) =>
  dimensions.map((dimension, index) => ["is", dimension, [row?.dimensions[index]]]);
async function figuresAfterClick(dimensions: readonly string[], row: Row | undefined) {
  const figures = await figuresOf(clickOn(dimensions, row));
  return METRICS.map((metric) => figures[metric]);
}

/** One dimension of page views, one of visits, and one of visits and leads. The others are limited and selected in the same way (see `questions.test.ts`). */
const KINDS = ["event:page", "visit:entry_page", "visit:source"];

describe.each(KINDS)("the list by %s", (dimension) => {
  it("agrees with the figures, shortened, complete, and after a click on its first row", async () => {
    const whole = await listOf([dimension]);
    const part = await listOf([dimension], { include: { total_rows: true }, pagination: { limit: LISTED } });
    expect(part.results).toEqual(whole.results.slice(0, LISTED));
    expect(part.meta.total_rows).toBe(whole.results.length);

    // Visits with several pages are in several rows; 404 pages are in none.
    const isOfPages = dimension === "event:page";
    const all = isOfPages ? await figuresOf([["is_not", dimension, ["(not set)"]]]) : totals;
    for (const metric of isOfPages ? (["pageviews"] as const) : ADDITIVE)
      expect(sumOf(whole, metric), metric).toBe(all[metric]);

    const [first] = whole.results;
    expect(await figuresAfterClick([dimension], first)).toEqual(first?.metrics);
  });
});

it("a click in each of these lists has rows behind the figures", async () => {
  const { results } = await listOf(KINDS, { order_by: MOST_LEADS });
  const filters = clickOn(KINDS, results.find(isVisited));
  const figures = await figuresOf(filters);
  expect(Object.values(figures).every((value) => value !== null && value > 0)).toBe(true);
  expect(await fromRows(filters)).toEqual(figures);
});

/** A visit can have several variations or none. */
const OTHERS = Object.keys(DIMENSIONS).filter(
  (name) => name.startsWith("visit:") && name !== "visit:variation" && !KINDS.includes(name),
);
/** Two at a time, because each query takes the store 0.1 s. They are far apart in the list, so that neither follows from the other. */
const PAIRS = OTHERS.slice(0, OTHERS.length / 2).map((name, index) => [
  name,
  OTHERS[index + OTHERS.length / 2] ?? "",
]);

describe.each(PAIRS)("the lists by %s and %s", (...dimensions) => {
  it("agree with the figures, complete and after a click on a row", async () => {
    const whole = await listOf(dimensions, { order_by: MOST_LEADS });
    const includesCustomers = dimensions.includes("visit:audience");
    for (const metric of ADDITIVE) {
      if (includesCustomers)
        expect(sumOf(whole, metric), metric).toBeGreaterThanOrEqual(Number(totals[metric]));
      else expect(sumOf(whole, metric), metric).toBe(totals[metric]);
    }
    const row = whole.results.filter(isVisited).find(({ dimensions: [one, other] }) => {
      const isBeside = ({ dimensions: [a, b] }: Row) => [a === one && b !== other, a !== one && b === other];
      const beside = whole.results.filter(isVisited).map(isBeside);
      return one !== NOT_SET && [0, 1].every((place) => beside.some((each) => each[place]));
    });
    expect(row).toBeDefined();
    expect(await figuresAfterClick(dimensions, row)).toEqual(row?.metrics);
  });
});
