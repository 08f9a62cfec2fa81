import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { type ImportSystem, ONE_DAY, type QueryResponse } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { insertImportedDays } from "../../platform/storage/events/queries/importedDays.ts";
import { filesIn } from "../../platform/storage/filesIn.ts";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { createWorld, fill, GOALS, NOON, pick, type World } from "../../testing/randomHistory.ts";
import { reportsOf } from "../imports/importedRows.ts";
import type { SentQuery } from "./checkQuery.ts";
import { createQuestions } from "./createQuestions.ts";
import type { CountedImport } from "./planImports.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const TIME_ZONE = "America/New_York";
const SITE = "trellis.example";
const DAYS = ["2026-05-20", "2026-05-27", "2026-05-30"] as const;
const RANGE = ["2026-05-27", "2026-06-03"];
const optional = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null });
const importedRow = fc.record({
  dimension: pick("", "", "visit:country", "event:page"),
  day: pick(...DAYS),
  value: pick("DE", "FR", "/", "=1+1", "<b>"),
  visitors: optional(500),
  visits: fc.integer({ min: 0, max: 500 }),
  pageviews: optional(2000),
  bounces: optional(500),
  duration: optional(1e7),
  events: fc.constant(null),
  page_time: fc.constant(null),
  page_visits: fc.constant(null),
});
type Row = typeof importedRow extends fc.Arbitrary<infer Value> ? Value : never;
/** Rows of two imports; one row per day and value, as read from files. */
const importsOf = fc
  .uniqueArray(importedRow, {
    selector: ({ dimension, day, value }) => `${dimension} ${day} ${dimension === "" ? "" : value}`,
    minLength: 1,
    maxLength: 12,
  })
  .map((rows) => rows.map((row) => ({ ...row, value: row.dimension === "" ? "" : row.value })));

let attempts = 0;
async function storeImports(rows: readonly Row[]): Promise<CountedImport[]> {
  attempts += 1;
  await store.command("TRUNCATE TABLE imported_days");
  const halves = [rows.slice(0, 6), rows.slice(6)].filter((half) => half.length > 0);
  const imports: CountedImport[] = [];
  for (const [index, half] of halves.entries()) {
    const of = { import_id: index + 1, system: "ga4" as ImportSystem };
    await insertImportedDays(store, half, { of, token: `${attempts} ${index}` });
    imports.push({ id: of.import_id, system: of.system, reports: reportsOf(half) });
  }
  return imports;
}

const questionsWith = (imports: readonly CountedImport[]) =>
  createQuestions({
    eventStore: store,
    site: () => ({ id: SITE, timeZone: TIME_ZONE, weekStart: 1 }),
    definitions: async () => ({ goals: GOALS, segments: new Map() }),
    imports: async () => imports,
    now: () => NOON + 2 * ONE_DAY,
  });
const ASKER = { id: "ann" };
const ask = (imports: readonly CountedImport[], query: Omit<SentQuery, "site_id" | "date_range">) =>
  questionsWith(imports).answer({ site_id: SITE, date_range: RANGE, ...query }, ASKER);

const world = createWorld({ min: -4, max: 26 });
const RUNS = IS_SOAK ? 200 : 2;
/** The first run of a property is biased toward small values; a single one is not. */
const once = <Value>(values: fc.Arbitrary<Value>) => (IS_SOAK ? values : fc.noBias(values));

it("adds exactly the imported days of the range, and divides rates by the data that has them", async () => {
  await fc.assert(
    fc.asyncProperty(world, importsOf, async (history: World, rows: Row[]) => {
      await fill(store, history);
      const imports = await storeImports(rows);
      const metrics = [
        "visitors",
        "visits",
        "pageviews",
        "bounce_rate",
        "views_per_visit",
        "leads",
        "lead_rate",
      ];
      const include = { imports: true };
      const totals = rows.filter(({ dimension, day }) => dimension === "" && day >= "2026-05-27");
      const [native, both] = await Promise.all([
        ask(imports, { metrics }),
        ask(imports, { metrics, include }),
      ]);
      const [visitors = 0, visits = 0, views = 0, bounceRate, perVisit, leads, leadRate] =
        native.results[0]?.metrics.map((value) => value ?? 0) ?? [];
      const sum = (of: readonly Row[], name: "visitors" | "visits" | "pageviews" | "bounces") =>
        of.reduce((total, row) => total + (row[name] ?? 0), 0);
      const rowsWith = (name: "bounces" | "pageviews") => totals.filter((row) => row[name] !== null);
      const rate = (nativePart: number, name: "bounces" | "pageviews", factor: number) => {
        const divisor = visits + sum(rowsWith(name), "visits");
        return divisor === 0
          ? null
          : Math.round(((nativePart + sum(rowsWith(name), name)) * factor * 100) / divisor) / 100;
      };
      const [gotVisitors, gotVisits, gotViews, gotBounces, gotPerVisit, gotLeads, gotLeadRate] =
        both.results[0]?.metrics ?? [];
      expect([gotVisitors, gotVisits, gotViews]).toEqual([
        visitors + sum(totals, "visitors"),
        visits + sum(totals, "visits"),
        views + sum(totals, "pageviews"),
      ]);
      const near = (value: number | null | undefined, expected: number | null) =>
        expected === null ? expect(value).toBeNull() : expect(value).toBeCloseTo(expected, 1);
      near(gotBounces, rate(Math.round(((bounceRate ?? 0) * visits) / 100), "bounces", 100));
      near(gotPerVisit, rate(Math.round((perVisit ?? 0) * visits), "pageviews", 1));
      expect([gotLeads, gotLeadRate ?? 0]).toEqual([leads, leadRate]);
      expect(both.meta.imports_included).toBe(totals.length > 0);

      for (const dimension of ["visit:country", "event:page", "time:day"] as const) {
        const listed = { metrics: ["visitors", "visits"], dimensions: [dimension] };
        const before = rowsByValue(await ask(imports, listed));
        const after = rowsByValue(await ask(imports, { ...listed, include }));
        const importedRows = rows.filter(
          (row) => row.day >= "2026-05-27" && row.dimension === (dimension === "time:day" ? "" : dimension),
        );
        for (const row of importedRows) {
          const key = dimension === "time:day" ? row.day : row.value;
          const [ofVisitors = 0, ofVisits = 0] = before.get(key) ?? [];
          before.set(key, [ofVisitors + (row.visitors ?? 0), ofVisits + row.visits]);
        }
        const isCounted = ([, values]: [string, number[]]) => values.some((value) => value > 0);
        expect(Object.fromEntries(after)).toEqual(Object.fromEntries([...before].filter(isCounted)));
      }
    }),
    { numRuns: RUNS, endOnFailure: !IS_SOAK },
  );
}, 120_000);

const rowsByValue = ({ results }: QueryResponse) =>
  new Map(
    results.map(({ dimensions, metrics }) => [dimensions[0] ?? "", metrics.map((value) => value ?? 0)]),
  );

it("adds imported days to figures of unset hosts, and to no other hosts", async () => {
  await fill(store, { events: [], leads: [] });
  const row = { dimension: "", day: "2026-05-27" as const, value: "", visitors: 5, visits: 6, pageviews: 7 };
  const without = { bounces: null, duration: null, events: null, page_time: null, page_visits: null };
  const imports = await storeImports([{ ...row, ...without }]);
  const visitsOf = async (hosts: string[]) => {
    const filters = [["is", "event:hostname", hosts]];
    const { results } = await ask(imports, { metrics: ["visits"], filters, include: { imports: true } });
    return results[0]?.metrics[0];
  };
  expect(await visitsOf(["trellis.example", "(not set)"])).toBe(6);
  expect(await visitsOf(["trellis.example"])).toBe(0);
});

it("changes no other responses: queries without imports, visits, leads and attribution", async () => {
  await fc.assert(
    fc.asyncProperty(once(world), once(importsOf), async (history, rows) => {
      await fill(store, history);
      await store.command("TRUNCATE TABLE imported_days");
      const answers = async (imports: readonly CountedImport[]) => {
        const questions = questionsWith(imports);
        const scope = { site_id: SITE, date_range: [...RANGE] };
        return [
          await ask(imports, { metrics: ["visitors", "visits", "events", "leads", "won_value"] }),
          await ask(imports, { metrics: ["visitors", "percentage"], dimensions: ["visit:country"] }),
          await ask(imports, { metrics: ["visits"], dimensions: ["time:hour"] }),
          await ask(imports, { metrics: ["conversion_rate", "visitors"], dimensions: ["event:goal"] }),
          // With imports, but filtered by data that imported days lack.
          (
            await ask(imports, {
              metrics: ["visitors"],
              filters: [["has_done", ["is", "event:page", ["/"]]]],
              include: { imports: true },
            })
          ).results,
          await questions.rows({ ...scope, metric: "visits" as never }, ASKER),
          await questions.rows({ ...scope, metric: "leads" as never }, ASKER),
          await questions.attribute(
            {
              ...scope,
              outcome: "leads",
              dimension: "visit:channel",
              lookBackDays: 30,
              halfLifeDays: 7,
              skipsDirect: false,
            },
            { visitors: [], people: [] },
            ASKER,
          ),
        ];
      };
      const before = await answers([]);
      expect(await answers(await storeImports(rows))).toEqual(before);
    }),
    { numRuns: IS_SOAK ? RUNS : 1, endOnFailure: !IS_SOAK },
  );
}, 120_000);

it("no other statement reads the table of imported days", () => {
  const root = new URL("../../", import.meta.url).pathname;
  const readers = filesIn(root)
    .filter((file) => /(?<!\.test)\.ts$/.test(file) && readFileSync(file, "utf8").includes("imported_days"))
    .map((file) => relative(root, file));
  expect(readers.sort()).toEqual([
    "domains/questions/queries/importedDays.ts",
    "platform/storage/events/migrations/016-imported-days.ts",
    "platform/storage/events/queries/importedDays.ts",
  ]);
});

it.each([
  [{ dimensions: ["visit:country", "visit:device"] }, "unsupported_query"],
  [{ dimensions: ["time:hour"] }, "unsupported_query"],
  [{ dimensions: ["visit:screen"] }, "unsupported_query"],
  [{ metrics: ["leads"] }, "unsupported_query"],
  [{ filters: [["is", "visit:country", ["DE"]]], dimensions: ["event:page"] }, "unsupported_query"],
  [{ date_range: ["2026-06-01", "2026-06-02"] }, "out_of_range"],
  [{ filters: [["is", "visit:country", ["DE"]]] }, undefined],
  [{ dimensions: ["visit:country", "time:day"] }, undefined],
])("explains why %j has no imported days", async (query, reason) => {
  await store.command("TRUNCATE TABLE imported_days");
  const report = {
    metrics: ["visitors" as const],
    first: "2026-05-27",
    last: "2026-05-30",
    days: 4,
    rows: 4,
  };
  const imports = ["", "visit:country"].map((dimension, index) => ({
    id: index + 1,
    system: "plausible" as const,
    reports: [{ ...report, dimension }],
  }));
  const { meta } = await ask(imports, { metrics: ["visitors"], include: { imports: true }, ...query });
  expect(meta).toMatchObject({ imports_included: reason === undefined });
  expect(meta.imports_skip_reason).toBe(reason);
});
