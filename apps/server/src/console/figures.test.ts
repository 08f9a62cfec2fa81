import { join } from "node:path";
import { DIMENSIONS, type Goal, type MetricValue, ONE_MINUTE, type QueryResponse } from "@marquee/contract";
import { FIGURE_METRICS, type FigureMetric, type FigureRows } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readRecordings } from "../seed/recordings.ts";
import { seedDemo } from "../seed/seedDemo.ts";
import { borrowTestStores } from "../testing/borrowStores.ts";
import { DEMO_PAGES } from "../testing/demoPages.ts";
import { eventRow } from "../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../testing/startConsole.ts";
import { TEST_SITE, type TestStores } from "../testing/startTestStores.ts";

/*
 * Walks every figure of the Overview over demo data: the figure, the lists that break it down, complete or not, the figure after a click on a row, and the rows
 * behind it must agree.
 */
const NOW = Date.parse("2026-06-10T15:00:00Z");
const DAYS = 3;
const FIGURES = FIGURE_METRICS.filter((metric) => metric !== "conversion_rate");
/** Metrics of which every visit, view or lead has one value of a dimension. */
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
  const recordings = readRecordings(join(import.meta.dirname, "../seed/recordings"));
  await seedDemo(
    { eventStore, db: records.db, hashEmail: identities.hashEmail },
    {
      ...{ days: DAYS, seed: 7, site: TEST_SITE, origin: "https://trellis.example", now: NOW },
      ...{ pages: DEMO_PAGES, errors: [], recordings, onProgress: () => undefined },
    },
  );
  // A visit over midnight: it is not one of the range's visits, but one of its page views is.
  const session = Date.parse("2026-06-08T23:50:00Z");
  const views = [session, session + 15 * ONE_MINUTE].map((timestamp) =>
    eventRow({
      ...{ message_id: `late ${timestamp}`, visitor_id: "late", session_id: session, type: "page" },
      ...{ timestamp, original_timestamp: timestamp, received_at: timestamp },
    }),
  );
  await eventStore.insert("events", views, "late");
  console_ = await startConsole(stores, { now: () => NOW });
  await console_.post("/goals", { goal: { ...GOAL, isArchived: false } });
  totals = await figuresOf([]);
}, 120_000);
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const asked = { site_id: "127.0.0.1:3000", date_range: ["2026-06-09", "2026-06-10"] };

async function read(query: object): Promise<QueryResponse> {
  const answer = await console_.post("/query", { ...asked, ...query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function figuresOf(filters: unknown[], metrics: readonly FigureMetric[] = FIGURES) {
  const { results } = await read({ metrics, filters });
  return Object.fromEntries(metrics.map((metric, index) => [metric, results[0]?.metrics[index] ?? null]));
}

async function rowsOf(metric: FigureMetric, filters: unknown[]): Promise<FigureRows> {
  const answer = await console_.post("/query/rows", { ...asked, metric, filters });
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

it("has rows behind every figure that add up to it, with the replays and leads of the visits", async () => {
  expect(Object.values(totals).every((value) => value !== null && value > 0)).toBe(true);
  expect(await fromRows([])).toEqual(totals);
  const seen = [];
  let before: string | null = null;
  do {
    const answer = await console_.post("/query/rows", {
      ...asked,
      metric: "visits",
      ...(before && { before }),
    });
    const page = answer.json() as FigureRows;
    if (page.kind === "visits") seen.push(...page.rows);
    before = page.next;
  } while (before);
  expect(seen.length).toBe(totals.visits);
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

/** A visit can have several variations or none; no page view has the others. */
const LISTS = Object.keys(DIMENSIONS).filter(
  (name) => name === "event:page" || (name.startsWith("visit:") && name !== "visit:variation"),
);
/** One of page views, of visits, and of visits and leads. Rows of the others are selected in the same way (see `questions.test.ts`). */
const WITH_ROWS = ["event:page", "visit:entry_page", "visit:source"];

describe.each(LISTS)("the list by %s", (dimension) => {
  it("agrees with the figures, in part, as a whole, and after a click on its first row", async () => {
    const metrics = ["visitors", "visits", "pageviews", "leads", "lead_rate"] as const;
    const query = { metrics, dimensions: [dimension], order_by: [["visitors", "desc"]] };
    const whole = await read(query);
    const part = await read({ ...query, include: { total_rows: true }, pagination: { limit: LISTED } });
    expect(part.results).toEqual(whole.results.slice(0, LISTED));
    expect(part.meta.total_rows).toBe(whole.results.length);

    // Visits with several pages are in several rows; 404 pages are in none.
    const isOfPages = dimension === "event:page";
    const all = isOfPages ? await figuresOf([["is_not", dimension, ["(not set)"]]]) : totals;
    const includesCustomers = dimension === "visit:audience";
    for (const metric of isOfPages ? (["pageviews"] as const) : ADDITIVE) {
      const sum = whole.results.reduce(
        (total, row) => total + Number(row.metrics[metrics.indexOf(metric)]),
        0,
      );
      if (includesCustomers) expect(sum, metric).toBeGreaterThanOrEqual(Number(all[metric]));
      else expect(sum, metric).toBe(all[metric]);
    }

    const [first] = whole.results;
    const filters = [["is", dimension, [first?.dimensions[0]]]];
    const figures = await figuresOf(filters);
    expect(metrics.map((metric) => figures[metric])).toEqual(first?.metrics);
    if (WITH_ROWS.includes(dimension)) expect(await fromRows(filters)).toEqual(figures);
  });
});
