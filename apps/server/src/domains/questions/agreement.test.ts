import { METRIC_NAMES, NOT_SET, ONE_DAY, type QueryResponse } from "@marquee/contract";
import fc from "fast-check";
import fastify, { type FastifyInstance } from "fastify";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import { queryRoutes } from "../../api/queryRoutes.ts";
import { LAZY_VALIDATION } from "../../platform/http/lazyValidation.ts";
import { insertImportedDays } from "../../platform/storage/events/queries/importedDays.ts";
import { reconcile } from "../../platform/storage/reconcile.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { createWorld, drain, fill, GOALS, isValid, pick, RANGE, tree } from "../../testing/randomHistory.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";
import { createApiKey } from "../apiKeys/apiKeyStore.ts";
import { reportsOf } from "../imports/importedRows.ts";
import type { SentQuery } from "./checkQuery.ts";
import { createQuestions, type Questions } from "./createQuestions.ts";
import type { CountedImport } from "./planImports.ts";
import { plausibleNames } from "./plausibleNames.ts";

const SITE_ID = "127.0.0.1:3000";
const NOW = RANGE.to + 2 * ONE_DAY;
const DATE_RANGE = [new Date(RANGE.from).toISOString(), new Date(RANGE.to - 1000).toISOString()];

let stores: TestStores;
let questions: Questions;
let console_: TestConsole;
let api: FastifyInstance;
let key: string;
let imports: readonly CountedImport[] = [];
beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
  for (const { name, condition, value } of GOALS)
    await console_.post("/goals", { definition: { name, condition, value, isArchived: false } });
  questions = createQuestions({
    eventStore: stores.eventStore,
    site: () => ({ id: SITE_ID, timeZone: "UTC", weekStart: 1 }),
    definitions: async () => ({ goals: GOALS, segments: new Map() }),
    imports: async () => imports,
    now: () => NOW,
  });
  ({ key } = await createApiKey(
    stores.records.db,
    { name: "Test" },
    { by: "owner@trellis.example", at: NOW },
  ));
  api = fastify({ schemaController: LAZY_VALIDATION });
  const site = { current: () => ({ id: SITE_ID }) as never };
  const security = { note: () => {} };
  await api.register(
    queryRoutes({ db: stores.records.db, questions, site, security, now: () => NOW }) as never,
  );
}, 120_000);
afterAll(async () => {
  await api.close();
  await console_.app.close();
  await stores.stop();
});

/** Dimensions with one value per visit or lead. */
const SINGLE = ["visit:country", "visit:channel", "visit:entry_page", "visit:exit_page", "visit:device"];
const DIMENSIONS = [
  ...SINGLE,
  "visit:audience",
  "visit:variation",
  "event:page",
  "event:hostname",
  "event:goal",
  "event:name",
  "event:props:plan",
  "lead:form",
  "lead:status",
  "lead:consent",
  "time:day",
];
/** Metrics that count every visit, view, event and lead once in a list by a {@link SINGLE} dimension. */
const SUMS = ["visits", "pageviews", "events", "leads", "meetings", "won_leads", "won_value"];
/** A row's share differs from that of the filtered total, which is always everything. */
const COMPARED = METRIC_NAMES.filter((metric) => metric !== "percentage");

interface List {
  dimension: string;
  filters: unknown[][];
  include?: SentQuery["include"];
}

/** Every metric that a list and its rows as filters have. */
function metricsOf({ dimension, filters }: Pick<List, "dimension" | "filters">): string[] {
  const row = [...filters, rowFilter(dimension, GOALS[0]?.name ?? "")];
  return COMPARED.filter(
    (metric) =>
      isValid({ metrics: [metric], dimensions: [dimension], filters }) &&
      isValid({ metrics: [metric], filters: row }),
  );
}

/** The filter added by a click on a row; none for a day, which becomes the date range. */
const rowFilter = (dimension: string, value: string) =>
  dimension === "time:day" ? ["and", []] : ["is", dimension, [value]];

/** The store runs this many queries at a time. */
const turns = pLimit(4);
const ask = (query: Omit<SentQuery, "site_id" | "date_range"> & Partial<SentQuery>): Promise<QueryResponse> =>
  turns(() =>
    questions.answer({ site_id: SITE_ID, date_range: DATE_RANGE, ...query }, { id: "ann", seesPeople: true }),
  );

type Rows = QueryResponse["results"];

async function checkList(list: List): Promise<void> {
  const { dimension, filters, include = {} } = list;
  const metrics = metricsOf(list);
  if (metrics.length === 0) return;
  const { results } = await ask({ metrics, dimensions: [dimension], filters, include });
  await Promise.all([checkRows(list, metrics, results), checkSums(list, metrics, results)]);
}

/** Each row equals the total filtered by the row. */
async function checkRows({ dimension, filters, include = {} }: List, metrics: string[], results: Rows) {
  const isDay = dimension === "time:day";
  // A filter selects visits by all their events, even those on another day.
  if (isDay && filters.length > 0) return;
  await Promise.all(
    results.map(async (row) => {
      const [value = ""] = row.dimensions;
      const { results: totals } = await ask({
        metrics,
        include,
        filters: [...filters, rowFilter(dimension, value)],
        ...(isDay && { date_range: rangeOn(value) }),
      });
      const comparable = (values: readonly (number | null)[]) =>
        // In a list, it is relative to all visitors; with a filter, to the row's, like the row's conversion
        // rate.
        Object.fromEntries(
          metrics.flatMap((metric, index) =>
            metric === "conversion_rate" && dimension !== "event:goal" ? [] : [[metric, values[index]]],
          ),
        );
      expect(comparable(totals[0]?.metrics ?? []), `${dimension} is ${value}`).toEqual(
        comparable(row.metrics),
      );
    }),
  );
}

/** The part of the range on a day. */
function rangeOn(day: string): string[] {
  const [start = "", end = ""] = DATE_RANGE;
  return [start.startsWith(day) ? start : `${day}T00:00:00Z`, end.startsWith(day) ? end : `${day}T23:59:59Z`];
}

/** The rows add up to the total. */
async function checkSums({ dimension, filters, include }: List, metrics: string[], results: Rows) {
  // Totals of imported days are not the sums of their values.
  if (!SINGLE.includes(dimension) || include) return;
  const { results: totals } = await ask({ metrics, filters });
  for (const [index, metric] of metrics.entries()) {
    if (!SUMS.includes(metric)) continue;
    const sum = results.reduce((all, row) => all + Math.round(Number(row.metrics[index]) * 100), 0) / 100;
    expect(sum, `sum of ${metric} by ${dimension}`).toBe(totals[0]?.metrics[index]);
  }
}

/** Rows by the API's names of their values, in a fixed order. */
function byApiNames(rows: Rows, dimension: string): Rows {
  const names = plausibleNames(dimension) ?? {};
  const rename = (value: string) => names[value === NOT_SET ? "" : value] ?? value;
  const renamed = rows.map((row) => ({ ...row, dimensions: row.dimensions.map(rename) }));
  return renamed.sort((one, other) => (String(one.dimensions) < String(other.dimensions) ? -1 : 1));
}

/** The console and the API return the same, each with its own names. */
async function checkRoutes(list: List): Promise<void> {
  const { dimension, filters } = list;
  // With a filter on pages, the API has the bounces of visits that started there, as Plausible does.
  const isOfEntries = JSON.stringify(filters).includes("event:page");
  const metrics = metricsOf(list).filter((metric) => !(isOfEntries && metric === "bounce_rate"));
  if (metrics.length === 0) return;
  const query = { site_id: SITE_ID, date_range: DATE_RANGE, metrics, dimensions: [dimension], filters };
  const [ofConsole, ofApi] = [
    await console_.post("/query", query),
    await api.inject({
      method: "POST",
      url: "/query",
      payload: query,
      headers: { authorization: `Bearer ${key}` },
    }),
  ];
  expect([ofConsole.statusCode, ofApi.statusCode]).toEqual([200, 200]);
  expect(byApiNames(ofApi.json().results, dimension)).toEqual(
    byApiNames(ofConsole.json().results, dimension),
  );
  expect(ofApi.json().meta).toEqual(ofConsole.json().meta);
  expect(ofConsole.json().results).toEqual(
    (await ask({ metrics, dimensions: [dimension], filters })).results,
  );
}

/** Number of worlds and lists, which together cover every dimension several times. */
const WORLDS = IS_SOAK ? 500 : 20;
const LISTS = 3;
/** The same worlds on every machine; `npm run test:soak` generates others. */
const SEED = IS_SOAK ? Date.now() : 20261130;

describe("any list", () => {
  it("has rows that match what a click on them shows, add up, and are the same in the API", async () => {
    const filters = fc.option(tree, { freq: 1, nil: undefined }) as fc.Arbitrary<unknown[] | undefined>;
    const samplesOf = fc.tuple(
      createWorld({ min: -4, max: 26 }),
      fc.array(filters, { minLength: LISTS, maxLength: LISTS }),
      fc.boolean(),
    );
    const samples = fc.sample(fc.noBias(samplesOf), { numRuns: WORLDS, seed: SEED });
    for (const [index, [world, conditions, isReconciled]] of samples.entries()) {
      const lists = conditions.map((filter, place): List => {
        const dimension = DIMENSIONS[(index * LISTS + place) % DIMENSIONS.length] ?? "";
        const isFitting = filter && metricsOf({ dimension, filters: [filter] }).length > 0;
        return { dimension, filters: isFitting ? [filter] : [] };
      });
      await fill(stores.eventStore, world);
      if (isReconciled) await reconcile({ eventStore: stores.eventStore, drain }, { margin: 0 });
      // All of them must end before the next world starts.
      for (const each of await Promise.allSettled([...lists.map(checkList), checkRoutes(lists[0] as List)]))
        if (each.status === "rejected")
          throw new Error(`World ${index} of seed ${SEED}: ${JSON.stringify({ lists, world })}`, {
            cause: each.reason,
          });
    }
  }, 3_600_000);

  it("has rows that match what a click on them shows, even with imported days", async () => {
    const imported = fc.uniqueArray(
      fc.record({
        dimension: pick("visit:country", "event:page"),
        value: pick("DE", "FR", "/", ""),
        visits: fc.integer({ min: 0, max: 500 }),
        pageviews: fc.option(fc.integer({ min: 0, max: 2000 }), { nil: null }),
      }),
      { selector: ({ dimension, value }) => `${dimension} ${value}`, minLength: 1, maxLength: 6 },
    );
    let attempts = 0;
    await fc.assert(
      fc.asyncProperty(createWorld({ min: -4, max: 26 }), imported, async (world, rows) => {
        await fill(stores.eventStore, world);
        await stores.eventStore.command("TRUNCATE TABLE imported_days");
        attempts += 1;
        const days = rows.map((row) => ({
          ...row,
          day: "2026-06-02",
          visitors: row.visits,
          bounces: null,
          duration: null,
          events: null,
          page_time: null,
          page_visits: null,
        }));
        const of = { import_id: 1, system: "ga4" as const };
        await insertImportedDays(stores.eventStore, days, { of, token: `agreement ${attempts}` });
        imports = [{ id: 1, system: "ga4", reports: reportsOf(days) }];
        const include = { imports: true };
        for (const dimension of ["visit:country", "event:page"])
          await checkList({ dimension, filters: [], include });
      }),
      IS_SOAK ? { numRuns: 100 } : { numRuns: 3, seed: 20261130, endOnFailure: true },
    );
  }, 600_000);
});
