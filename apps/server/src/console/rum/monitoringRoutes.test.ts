import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import type {
  MonitoredList,
  RumAction,
  RumErrorGroup,
  RumErrorResponse,
  RumResource,
  RumResponse,
  RumView,
  RumViewResponse,
} from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RumRow } from "../../storage/events/replayRows.types.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { recordedRows } from "../../testing/recordedRows.ts";
import { monitoringRow } from "../../testing/rumRow.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";

const DAY = Date.UTC(2026, 5, 2);
const MS = 1_000_000;
let stores: TestStores;
let console: TestConsole;

type Given = Partial<RumRow> & { sent?: object };
const at = (type: string, given: Given): RumRow =>
  monitoringRow({ type, timestamp: DAY + ONE_HOUR, received_at: DAY + ONE_HOUR, ...given });

/** A view event with document version `version`. */
function view(view_id: string, version: number, told: object, given: Given = {}): RumRow {
  const sent = { view: { loading_type: "initial_load", ...told }, _dd: { document_version: version } };
  const ddtags = "sdk_version:7.16.0,env:production,service:web";
  return at("view", { view_id, sent: { ...sent, ddtags }, ...given });
}
const STACK = (hash: string, line: number) =>
  `TypeError: no plan\n  at draw @ https://shop.example/assets/app-${hash}.js:${line}:9\n  at https://shop.example/x.js:1:1`;
const failed = (error_message: string, error_stack: string, given: Given = {}): RumRow =>
  at("error", { error_message, error_stack, sent: { error: { source: "source" } }, ...given });
const resource = (name: string, duration: number, size?: number): RumRow =>
  at("resource", { name, duration, sent: { resource: { type: "js", size } } });
const acted = (name: string, frustration: string, type = "click"): RumRow =>
  at("action", { name, frustration, sent: { action: { type } } });

const ORDER = { path: "/orders/1234/lines", session_id: "s2", version: "1.1.0" };
const LINES = [
  // One view in three versions, out of order.
  view("v1", 2, { loading_time: 900 * MS, largest_contentful_paint: 2000 * MS }),
  view("v1", 3, {
    loading_time: 1000 * MS,
    largest_contentful_paint: 2000 * MS,
    cumulative_layout_shift: 0.2,
  }),
  view("v1", 1, {}),
  view(
    "v2",
    1,
    { loading_time: 3000 * MS, loading_type: "route_change" },
    { ...ORDER, timestamp: DAY + ONE_DAY },
  ),
  view("v3", 1, { name: "Checkout" }, { session_id: "s2", service: "pay" }),
  view("long ago", 1, {}, { timestamp: DAY - ONE_DAY }),
  view("of the site", 1, {}, { application_id: "marquee", timestamp: DAY - ONE_HOUR, version: "0.9" }),
  failed("no plan", STACK("Ab12_-cd", 7)),
  failed("no plan", STACK("Ef34zzzz", 8), { ...ORDER, timestamp: DAY + 2 * ONE_HOUR, browser: "Safari" }),
  failed("no plan", STACK("Ab12_-cd", 7), { timestamp: DAY - 5 * ONE_DAY, version: "0.1" }),
  failed("anonymous", "Error: x\n  at <anonymous> @ https://shop.example/assets/a-Ab12_-cd.js:1:2"),
  failed("anonymous", "Error: x\n  at tn @ https://shop.example/assets/a-Ef34zzzz.js:9:9", {
    visitor_id: "shop's own name",
    sent: { error: { source: "console" }, context: { marquee: { session_id: 1234 } } },
  }),
  failed("of a log", "", { track: "logs" }),
  ...[100, 200, 300].map((duration) =>
    resource("https://shop.example/assets/app-Ab12_-cd.js?v=1", duration, 5000),
  ),
  resource("https://127.0.0.1:3000/photos/77", 4000),
  ...["", "", "rage_click,dead_click", "error_click"].map((frustration) => acted("Buy", frustration)),
  acted("paid", "", "custom"),
  at("long_task", {}),
];

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
  await stores.eventStore.insert("monitoring_events", LINES, "once");
  await stores.eventStore.insert("monitoring_events", LINES, "again");
  await stores.eventStore.insert("replay_segments", [recordedRows.segment("r1", "ada", 1234)], "r");
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: String(DAY), to: String(DAY + 2 * ONE_DAY) };
async function ask<Answer>(path: string, given: Record<string, string> = {}): Promise<Answer> {
  const answer = await console.get(`/monitoring${path}?${new URLSearchParams({ ...SPAN, ...given })}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json() as Answer;
}
const screen = (given: Record<string, string> = {}) =>
  ask<RumResponse>("", { interval: "day", tz: "UTC", ...given });
const views = (given: Record<string, string> = {}) =>
  ask<MonitoredList<RumView>>("/views", { by: "views", ...given });
const errors = (given?: Record<string, string>) => ask<MonitoredList<RumErrorGroup>>("/errors", given);

describe("GET /monitoring", () => {
  it("counts each view once, in its last version", async () => {
    expect((await screen()).figures).toEqual({
      sessions: 2,
      views: 3,
      errors: 4,
      longTasks: 1,
      loading: 3000,
      lcp: 2000,
      inp: null,
      cls: 0.2,
    });
  });

  it("returns every day, new application versions and the available filters", async () => {
    const answer = await screen();
    expect(answer.series.map(({ start, views, loading }) => [start, views, loading])).toEqual([
      [DAY, 2, 1000],
      [DAY + ONE_DAY, 1, 3000],
    ]);
    expect(answer.versions).toEqual([{ id: "1.1.0", servedFrom: DAY + ONE_DAY }]);
    expect(answer.choices).toEqual({
      applications: ["shop"],
      services: ["pay", "web"],
      environments: ["production"],
      versions: ["1.0.0", "1.1.0"],
      views: ["/cart", "/orders/?/lines", "Checkout"],
    });
    expect(answer).toMatchObject({
      hasEvents: true,
      intake: { clientToken: "wk-test", proxy: "http://127.0.0.1:3000/v1/monitoring" },
    });
  });

  it("applies each filter", async () => {
    const counted = async (given: Record<string, string>) => {
      const { figures } = await screen(given);
      return [figures.views, figures.errors];
    };
    expect(await counted({ application: "marquee" })).toEqual([0, 0]);
    expect(await counted({ service: "pay" })).toEqual([1, 0]);
    expect(await counted({ environment: "production" })).toEqual([3, 0]);
    expect(await counted({ version: "1.1.0" })).toEqual([1, 1]);
    expect(await counted({ view: "/cart" })).toEqual([1, 3]);
    expect(await counted({ view: "it's \\ not there" })).toEqual([0, 0]);
  });

  it("rejects invalid queries", async () => {
    const status = async (path: string) => (await console.get(`/monitoring${path}`)).statusCode;
    expect(await status("?from=2&to=1&interval=day&tz=UTC")).toBe(400);
    expect(await status("/views?from=1&to=2&by=luck")).toBe(400);
    expect(await status("/resources?from=2&to=1&by=size")).toBe(400);
    expect(await status("/errors/0123?from=1&to=2&interval=day&tz=UTC")).toBe(404);
  });
});

describe("GET /monitoring/views", () => {
  it("groups views by name, or by path with numbers replaced", async () => {
    const { rows, kinds, hasMore } = await views({ by: "loading" });
    expect(rows).toEqual([
      {
        view: "/orders/?/lines",
        views: 1,
        sessions: 1,
        loading: 3000,
        errors: 1,
        frustrations: 0,
        longTasks: 0,
      },
      { view: "/cart", views: 1, sessions: 1, loading: 1000, errors: 3, frustrations: 2, longTasks: 1 },
      { view: "Checkout", views: 1, sessions: 1, loading: null, errors: 0, frustrations: 0, longTasks: 0 },
    ]);
    expect([kinds, hasMore]).toEqual([["initial_load", "route_change"], false]);
  });

  it("sorts by the requested column and filters by loading type", async () => {
    expect((await views({ by: "errors" })).rows.map(({ view }) => view)).toEqual([
      "/cart",
      "/orders/?/lines",
      "Checkout",
    ]);
    expect((await views({ kind: "route_change" })).rows.map(({ view }) => view)).toEqual(["/orders/?/lines"]);
  });
});

describe("GET /monitoring/view", () => {
  it("returns the slowest resources, the actions and the errors of a view", async () => {
    const answer = await ask<RumViewResponse>("/view", { view: "/cart" });
    expect(answer.resources.map(({ address }) => address)).toEqual([
      "https://127.0.0.1:3000/photos/?",
      "https://shop.example/assets/app.js",
    ]);
    expect(answer.actions.map(({ name }) => name)).toEqual(["Buy", "paid"]);
    expect(answer.errors.map(({ message, count }) => [message, count])).toEqual([
      ["anonymous", 2],
      ["no plan", 1],
    ]);
  });
});

describe("GET /monitoring/resources and /monitoring/actions", () => {
  it("groups a file across releases, with its size if known", async () => {
    const list = await ask<MonitoredList<RumResource>>("/resources", { by: "duration" });
    expect(list.rows).toEqual([
      { address: "https://127.0.0.1:3000/photos/?", kind: "js", count: 1, duration: 4000, size: null },
      { address: "https://shop.example/assets/app.js", kind: "js", count: 3, duration: 300, size: 5000 },
    ]);
    expect(list.kinds).toEqual(["js"]);
  });

  it("counts frustration signals per action", async () => {
    const list = await ask<MonitoredList<RumAction>>("/actions", { by: "count" });
    expect(list.rows).toEqual([
      { name: "Buy", kind: "click", count: 4, sessions: 1, rage: 1, dead: 1, error: 1 },
      { name: "paid", kind: "custom", count: 1, sessions: 1, rage: 0, dead: 0, error: 0 },
    ]);
    const custom = await ask<MonitoredList<RumAction>>("/actions", { by: "rage", kind: "custom" });
    expect([custom.rows.map(({ name }) => name), custom.kinds]).toEqual([["paid"], ["click", "custom"]]);
  });
});

describe("GET /monitoring/errors", () => {
  it("groups errors thrown at one place across releases, and finds a replay", async () => {
    const { rows, kinds } = await errors();
    expect(rows).toHaveLength(2);
    expect(rows.find(({ message }) => message === "no plan")).toMatchObject({
      frame: "at draw @ /assets/app.js",
      count: 2,
      sessions: 2,
      kinds: ["source"],
      replay: null,
      firstSeen: DAY - 5 * ONE_DAY,
      firstVersion: "0.1",
      lastVersion: "1.1.0",
      stack: STACK("Ef34zzzz", 8),
      browser: "Safari",
      source: null,
    });
    expect(rows.find(({ message }) => message === "anonymous")).toMatchObject({
      frame: "/assets/a.js",
      count: 2,
      kinds: ["console", "source"],
      replay: { id: "1234-ada", at: DAY + ONE_HOUR },
    });
    expect(kinds).toEqual(["console", "source"]);
    expect((await errors({ kind: "console" })).rows.map(({ count }) => count)).toEqual([1]);
  });

  it("returns when an error happened and where in the source", async () => {
    const group = (await errors()).rows.find(({ message }) => message === "no plan");
    const query = { interval: "day", tz: "UTC" };
    const answer = await ask<RumErrorResponse>(`/errors/${group?.fingerprint}`, query);
    expect(answer.series).toEqual([
      { start: DAY, count: 2, sessions: 2 },
      { start: DAY + ONE_DAY, count: 0, sessions: 0 },
    ]);
    expect(answer.stack[1]?.text).toContain("at draw @ https://shop.example/assets/app-Ef34zzzz.js:8:9");
  });
});

it("counts events whose IDs have expired, but no sessions of them", async () => {
  const old = DAY - 40 * ONE_DAY;
  const expired = {
    session_id: "",
    visitor_id: "",
    url: "",
    raw: "",
    linked_session: 0,
    timestamp: old + ONE_HOUR,
  };
  const lines = [
    at("view", { ...expired, view_id: "old1" }),
    at("view", { ...expired, view_id: "old2" }),
    failed("long gone", STACK("Ab12_-cd", 7), expired),
    at("action", { ...expired, name: "Buy" }),
  ];
  await stores.eventStore.insert("monitoring_events", lines, "expired");
  const span = { from: String(old), to: String(old + ONE_DAY) };
  expect((await screen(span)).figures).toMatchObject({ sessions: 0, views: 2, errors: 1 });
  expect((await views(span)).rows).toMatchObject([{ views: 2, sessions: 0, errors: 1 }]);
  expect((await errors(span)).rows).toMatchObject([
    { message: "long gone", count: 1, sessions: 0, replay: null },
  ]);
  const actions = await ask<MonitoredList<RumAction>>("/actions", { ...span, by: "count" });
  expect(actions.rows).toMatchObject([{ name: "Buy", count: 1, sessions: 0 }]);
});
