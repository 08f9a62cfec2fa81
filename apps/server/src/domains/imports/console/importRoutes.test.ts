import type { QueryResponse } from "@marquee/contract";
import type { HistoryImport, ImportPreview, ImportsResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EventStoreUnavailableError } from "../../../platform/errors/eventStoreError.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { accounts } from "../../accounts/tables.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let console_: TestConsole;
beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
  const at = Date.UTC(2026, 4, 20, 12);
  await stores.eventStore.insert(
    "events",
    [eventRow({ message_id: "m", anonymous_id: "a", visitor_id: "a", session_id: at, timestamp: at })],
    "measured here",
  );
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});
beforeEach(async () => {
  for (const { id } of (await list()).imports) await console_.post(`/imports/${id}/undo`, {});
});

const list = async () => (await console_.get("/imports")).json() as ImportsResponse;
const upload = (path: string, payload: string | Buffer, name = "export.csv") =>
  console_.app.inject({
    method: "POST",
    url: `/console/api${path}?name=${encodeURIComponent(name)}`,
    headers: {
      origin: "http://127.0.0.1:3000",
      cookie: console_.cookie,
      "content-type": "application/octet-stream",
    },
    payload,
  });
const preview = async (text: string | Buffer, name?: string) =>
  (await upload("/imports/preview", text, name)).json() as ImportPreview;
const importFile = async (text: string | Buffer, name?: string) =>
  (await upload("/imports", text, name)).json() as HistoryImport;
const ask = async (query: object) =>
  (
    await console_.post("/query", {
      site_id: "127.0.0.1:3000",
      date_range: ["2026-05-01", "2026-05-31"],
      include: { imports: true },
      ...query,
    })
  ).json() as QueryResponse;

const DAYS = `# ----------------------------------------
# Free form 1
# 20260501-20260521
# ----------------------------------------

Date,Active users,Sessions,Views,Bounce rate,Average session duration,Key events
,30,40,90,0.5,60,1,Grand total
20260501,10,20,45,0.5,60,1
20260502,10,20,45,0.25,"30,5",0
20260521,10,20,45,0.5,60,0
`;

describe("importing history", () => {
  it("previews, adds days to responses, and reverts them", async () => {
    const previewed = await preview(DAYS);
    expect(previewed).toMatchObject({
      system: "ga4",
      problems: [],
      rows: 2,
      first: "2026-05-01",
      last: "2026-05-02",
      visitors: 20,
      visits: 40,
      pageviews: 90,
      reports: [{ dimension: "", days: 2 }],
    });
    expect(previewed.ignored.map(({ part }) => part)).toEqual(["export.csv: Key events", "2026-05-21"]);
    expect((await list()).imports).toEqual([]);

    const { id } = await importFile(DAYS);
    const metrics = [
      "visitors",
      "visits",
      "pageviews",
      "bounce_rate",
      "visit_duration",
      "leads",
      "lead_rate",
    ];
    const { results, meta } = await ask({ metrics });
    // One visit of one view was measured on May 20.
    expect(results[0]?.metrics).toEqual([21, 41, 91, 39.02, 44, 0, 0]);
    expect(meta).toMatchObject({
      imports_included: true,
      imported_ranges: [{ system: "ga4", first: "2026-05-01", last: "2026-05-02" }],
      metric_warnings: { leads: { code: "no_imported_data" }, lead_rate: { code: "no_imported_data" } },
    });
    expect((await ask({ metrics, include: {} })).results[0]?.metrics).toEqual([1, 1, 1, 100, 0, 0, 0]);
    const series = await ask({ metrics: ["visits"], dimensions: ["time:week"] });
    expect(series.results).toEqual([
      { dimensions: ["2026-04-27"], metrics: [40] },
      { dimensions: ["2026-05-18"], metrics: [1] },
    ]);

    expect((await console_.post(`/imports/${id}/undo`, {})).statusCode).toBe(200);
    expect((await console_.post(`/imports/${id}/undo`, {})).statusCode).toBe(404);
    expect((await ask({ metrics: ["visits"] })).meta).toEqual({
      imports_included: false,
      imports_skip_reason: "no_imported_data",
    });
    expect(await stores.eventStore.query("SELECT * FROM imported_days")).toEqual([]);
  });

  it("adds days to cards of boards that count visits or visitors, unless a card leaves them out", async () => {
    await importFile(DAYS);
    const period = { range: "2026-05-01..2026-05-31", compare: "none", matchesWeekdays: false };
    const answerOf = async (content: object, overrides: object = {}) => {
      const card = {
        id: "one",
        title: "Card",
        width: "half",
        range: null,
        filters: [],
        content,
        ...overrides,
      };
      const { answer } = (await console_.post("/query/card", { card, period })).json() as {
        answer: QueryResponse;
      };
      return answer;
    };
    const figures = { kind: "figures", metrics: ["visits"] };
    const { results, meta } = await answerOf(figures);
    expect(results[0]?.metrics).toEqual([41]);
    expect(meta.imports_warning).toContain("Includes daily totals imported from GA4.");
    const measured = await answerOf(figures, { withoutImports: true });
    expect([measured.results[0]?.metrics, measured.meta]).toEqual([[1], {}]);
    const series = await answerOf({ kind: "series", metric: "visits", interval: "day" });
    const days = series.results.filter(({ metrics }) => metrics[0] !== 0);
    expect(days.map(({ dimensions: [day] }) => day)).toEqual(["2026-05-01", "2026-05-02", "2026-05-20"]);
    // As on the Overview, filters that need individual visits exclude them.
    const filtered = await answerOf(figures, { filters: [["is", "visit:channel", ["direct"]]] });
    expect([filtered.meta.imports_included, filtered.meta.imports_warning]).toEqual([false, undefined]);
  });

  it("never counts a day twice", async () => {
    await importFile(DAYS);
    const again = await preview(DAYS);
    expect(again).toMatchObject({ rows: 0, problemCount: 1 });
    expect(again.problems[0]?.message).toContain("already imported this file");
    expect((await upload("/imports", DAYS)).statusCode).toBe(400);

    const longer = "date,visitors,visits\n2026-05-02,7,7\n2026-05-03,8,8\n";
    const { rows, ignored } = await preview(longer);
    expect([rows, ignored]).toEqual([
      1,
      [{ part: "Totals, 2026-05-02", reason: expect.stringContaining("Another import has these days") }],
    ]);
    await importFile(longer, "plausible.csv");
    expect((await ask({ metrics: ["visits"] })).results[0]?.metrics).toEqual([49]);
    const covered = "Date,Sessions\n20260501,1\n20260502,1\n";
    expect((await upload("/imports", covered)).json().error.message).toContain("Nothing in the file is new");
    expect((await list()).imports.map(({ system, name }) => [system, name])).toEqual([
      ["plausible", "plausible.csv"],
      ["ga4", "export.csv"],
    ]);
  });

  it("imports a whole file or nothing", async () => {
    expect((await upload("/imports", `${DAYS}20260503,x,1,1,0,0,0\n`)).json().error.message).toBe(
      "export.csv, line 11: “x” is not a whole number from 0 up. Write it as 1234.",
    );
    const { insert } = stores.eventStore;
    stores.eventStore.insert = async () => {
      throw new EventStoreUnavailableError();
    };
    expect((await upload("/imports", DAYS)).statusCode).toBe(503);
    stores.eventStore.insert = insert;
    expect((await list()).imports).toEqual([]);
    expect((await ask({ metrics: ["visits"] })).results[0]?.metrics).toEqual([1]);
    expect(await importFile(DAYS)).toMatchObject({ rows: 2 });
  });

  it("does not affect leads, journeys, retention, attribution or alerts", async () => {
    const scope = { site_id: "127.0.0.1:3000", date_range: ["2026-05-01", "2026-05-31"] };
    const attribution = { outcome: "leads", dimension: "visit:channel" };
    const options = { lookBackDays: 30, halfLifeDays: 7, skipsDirect: false };
    const answers = async () => {
      const all = [
        await console_.post("/query/retention", scope),
        await console_.post("/query/attribution", { ...scope, ...attribution, ...options }),
        await console_.post("/query/rows", { ...scope, metric: "visitors" }),
        await console_.get("/alerts"),
        await console_.get("/leads"),
      ];
      return all.map((answer) => [answer.statusCode, answer.json()]);
    };
    const before = await answers();
    expect(before.map(([status]) => status)).toEqual([200, 200, 200, 200, 200]);
    await importFile(DAYS);
    expect(await answers()).toEqual(before);
  });

  it("accepts files of up to 50 MB as bytes, from editors only", async () => {
    expect((await console_.post("/imports/preview?name=a.csv", {})).statusCode).toBe(415);
    const large = await upload("/imports/preview", Buffer.alloc(50_000_001));
    expect(large.statusCode).toBe(413);
    const foreign = await console_.app.inject({
      method: "POST",
      url: "/console/api/imports?name=a.csv",
      payload: DAYS,
      headers: {
        origin: "https://evil.example",
        cookie: console_.cookie,
        "content-type": "application/octet-stream",
      },
    });
    expect(foreign.statusCode).toBe(403);
    await stores.records.db.update(accounts).set({ role: "viewer" });
    const refused = [
      (await console_.get("/imports")).statusCode,
      (await upload("/imports/preview", DAYS)).statusCode,
      (await upload("/imports", DAYS)).statusCode,
      (await console_.post("/imports/1/undo", {})).statusCode,
    ];
    await stores.records.db.update(accounts).set({ role: "owner" });
    expect(refused).toEqual([403, 403, 403, 403]);
  });

  it("reads one file at a time", async () => {
    const statuses = (
      await Promise.all([upload("/imports/preview", DAYS), upload("/imports/preview", DAYS)])
    ).map(({ statusCode }) => statusCode);
    expect(statuses.sort()).toEqual([200, 429]);
  });
});
