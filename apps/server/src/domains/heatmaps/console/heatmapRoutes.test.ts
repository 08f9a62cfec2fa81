import { EXPOSURE_EVENT, ONE_DAY, ONE_HOUR, ONE_SECOND } from "@marquee/contract";
import type { HeatmapPagesResponse, HeatmapResponse, SectionsResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { pageVersions } from "../../archive/tables.ts";
import { goalStore } from "../../goals/goalStore.ts";

const DAY = Date.UTC(2026, 5, 2);
let stores: TestStores;
let console: TestConsole;
let rows = 0;

const PLACE = {
  session_id: 1,
  visitor_id: "a",
  timestamp: DAY + ONE_HOUR,
  path: "/pricing",
  page_version: "old",
  device: "desktop",
  country: "DE",
  viewport_width: 1440,
  viewport_height: 900,
};

function interaction(overrides: object): object {
  rows += 1;
  return { message_id: `i${rows}`, received_at: DAY, ...PLACE, ...overrides };
}

const click = (overrides: object = {}) =>
  interaction({ type: "click", selector: "#buy", clicks: 1, element_x: 0.5, element_y: 0.5, ...overrides });
const scroll = (seen: number, overrides: object = {}) =>
  interaction({ type: "scroll", max_scroll_height: seen, page_height: 4000, ...overrides });

const INTERACTIONS = [
  // Two positions within the button.
  click({ clicks: 3, element_x: 0.501 }),
  click({ element_x: 0.505 }),
  click({
    element_x: 0.9,
    session_id: 2,
    visitor_id: "b",
    page_version: "new",
    frustration: "rage",
    clicks: 4,
  }),
  click({ selector: "p", page_version: "new", frustration: "dead" }),
  // Outside its element.
  click({
    selector: "label",
    page_version: "new",
    element_x: -2,
    element_y: 7,
    session_id: 2,
    visitor_id: "b",
  }),
  // One view, hidden three times and scrolled in between.
  scroll(300),
  scroll(600),
  scroll(900),
  scroll(2000, { page_version: "new", timestamp: DAY + 2 * ONE_HOUR }),
  scroll(9000, { page_version: "new", session_id: 2, visitor_id: "b", viewport_height: 700 }),
  // Another variant, another width, no version, and a version that was never archived.
  click({ page_version: "bold-1", session_id: 3, visitor_id: "c" }),
  ...[4, 5].map((id) => click({ session_id: id, visitor_id: "d", viewport_width: 390, country: "FR" })),
  click({ page_version: "", session_id: 6, visitor_id: "e" }),
  click({ page_version: "gone", session_id: 7, visitor_id: "f" }),
  // From a client that sends no element.
  click({ selector: "", session_id: 2, visitor_id: "b", page_version: "later", path: "/nameless" }),
  // Rage clicks in a version and a window size with fewer sessions.
  ...[8, 9].map((id) => click({ path: "/angry", page_version: "calm", session_id: id, visitor_id: "g" })),
  click({
    path: "/angry",
    page_version: "bold-2",
    session_id: 9,
    visitor_id: "g",
    viewport_width: 390,
    frustration: "rage",
    clicks: 8,
  }),
  // Other pages and dates.
  click({ path: "/", page_version: "home" }),
  click({ timestamp: DAY - 1 }),
  click({ timestamp: DAY + 2 * ONE_DAY }),
];
const archived = (version: string, variant: string, day: number, path = "/pricing") => ({
  version,
  path,
  variant,
  release: "r",
  digest: version,
  firstServedAt: new Date(DAY + day * ONE_DAY),
});

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores, { role: "viewer" });
  const versions = [
    archived("old", "", -9),
    archived("new", "banner-hidden", -2),
    archived("later", "", -1),
    archived("bold-1", "privacy-restricted hero/bold", -1),
  ];
  const otherPages = [
    archived("home", "", 0, "/"),
    archived("calm", "", -2, "/angry"),
    archived("bold-2", "hero/bold", -1, "/angry"),
  ];
  await stores.records.db.insert(pageVersions).values([...versions, ...otherPages]);
  await stores.eventStore.insert("interactions", INTERACTIONS, "all");
  await stores.eventStore.insert("interactions", INTERACTIONS, "sent again");
  const saw = {
    experiment_id: "hero",
    experiment_name: "Hero",
    variation_id: "bold",
    variation_name: "Bold",
  };
  const exposure = { type: "track", event: EXPOSURE_EVENT, properties: JSON.stringify(saw), timestamp: DAY };
  await stores.eventStore.insert(
    "events",
    [eventRow({ message_id: "e1", anonymous_id: "b", ...exposure })],
    "exposure",
  );
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: DAY, to: DAY + 2 * ONE_DAY };
const ask = (overrides: object = {}) =>
  console.post("/query/heatmaps", queryWithin({ ...SPAN, page: "/pricing", kind: "all", ...overrides }));
const heatmap = async (overrides?: object) => (await ask(overrides)).json() as HeatmapResponse;
const listPages = async (overrides: object = {}) =>
  (
    await console.post("/query/heatmaps/pages", queryWithin({ ...SPAN, ...overrides }))
  ).json() as HeatmapPagesResponse;

describe("POST /query/heatmaps/pages", () => {
  it("lists pages with interactions and counts each interaction once", async () => {
    const { pages, stored } = await listPages();
    // Also outside the range.
    expect(stored).toEqual({ clicksFrom: DAY - 1, sessionsFrom: DAY - 1 });
    expect(pages).toEqual([
      { path: "/pricing", sessions: 7, clicks: 15, rage: 4, dead: 1, medianDepth: 0.5 },
      { path: "/angry", sessions: 2, clicks: 10, rage: 8, dead: 0, medianDepth: null },
      { path: "/", sessions: 1, clicks: 1, rage: 0, dead: 0, medianDepth: null },
      { path: "/nameless", sessions: 1, clicks: 1, rage: 0, dead: 0, medianDepth: null },
    ]);
  });
});

it("leaves out known customers, unless a filter names the audience", async () => {
  const visit = { path: "/customers", timestamp: DAY + ONE_HOUR };
  const visitors = [
    { session_id: DAY + ONE_HOUR, visitor_id: "customer", audience: "customer" as const },
    { session_id: DAY + ONE_HOUR + 1, visitor_id: "stranger", audience: "visitor" as const },
  ];
  const views = visitors.map(({ visitor_id, ...each }) =>
    eventRow({ ...visit, ...each, message_id: `v${visitor_id}`, type: "page", anonymous_id: visitor_id }),
  );
  await stores.eventStore.insert("events", views, "customers");
  const clicks = visitors.map(({ audience: _, ...each }) => click({ ...visit, ...each }));
  // Of visits whose IDs have expired.
  const expired = click({ ...visit, session_id: 0, visitor_id: "" });
  await stores.eventStore.insert("interactions", [...clicks, expired], "customers");
  const counted = async (filters: unknown[] = []) => {
    const { sessions, counts } = await heatmap({ page: "/customers", filters });
    return { sessions, clicks: counts.all };
  };
  expect(await counted()).toEqual({ sessions: 1, clicks: 2 });
  expect(await counted([["is", "event:page", ["/customers"]]])).toEqual({ sessions: 1, clicks: 2 });
  expect(await counted([["is", "visit:audience", ["customer"]]])).toEqual({ sessions: 1, clicks: 1 });
  expect(await counted([["is", "visit:audience", ["customer", "visitor"]]])).toEqual({
    sessions: 2,
    clicks: 2,
  });
});

describe("POST /query/heatmaps", () => {
  let wide: HeatmapResponse;
  beforeAll(async () => {
    wide = await heatmap({ band: 1200 });
  });

  it("lists variants, versions and width bands, and defaults to those with the most clicks", async () => {
    const { variants, bands, shown, band, drawnVersion } = await heatmap();
    expect(variants).toEqual([
      {
        shown: "variant:",
        variant: "",
        sessions: 4,
        counts: { all: 12, rage: 4, dead: 1 },
        versions: [
          {
            version: "new",
            firstServedAt: DAY - 2 * ONE_DAY,
            sessions: 2,
            counts: { all: 6, rage: 4, dead: 1 },
          },
          {
            version: "old",
            firstServedAt: DAY - 9 * ONE_DAY,
            sessions: 3,
            counts: { all: 6, rage: 0, dead: 0 },
          },
        ],
      },
      { shown: "unknown", variant: "", sessions: 2, counts: { all: 2, rage: 0, dead: 0 }, versions: [] },
      {
        shown: "variant:hero/bold",
        variant: "hero/bold",
        sessions: 1,
        counts: { all: 1, rage: 0, dead: 0 },
        versions: [
          {
            version: "bold-1",
            firstServedAt: DAY - ONE_DAY,
            sessions: 1,
            counts: { all: 1, rage: 0, dead: 0 },
          },
        ],
      },
    ]);
    expect(bands).toEqual([
      { band: 0, sessions: 2, counts: { all: 2, rage: 0, dead: 0 } },
      { band: 1200, sessions: 2, counts: { all: 10, rage: 4, dead: 1 } },
    ]);
    expect([shown, band, drawnVersion]).toEqual(["variant:", 1200, "new"]);
  });

  it.each([
    ["all", "variant:hero/bold", 0, 8],
    ["rage", "variant:hero/bold", 0, 8],
    ["dead", "variant:", 1200, 0],
    ["scroll", "variant:", 1200, 0],
  ])("opens %s at the version with the most of it", async (kind, shown, band, rage) => {
    const opened = await heatmap({ page: "/angry", kind });
    expect(opened).toMatchObject({ shown, band, counts: { rage } });
  });

  it("groups clicks by element and position within it", () => {
    const { cells, elements, counts, sessions, viewportWidth } = wide;
    expect(cells).toEqual([
      { selector: "#buy", x: 0.502, y: 0.5, clicks: 4 },
      { selector: "#buy", x: 0.9, y: 0.5, clicks: 4 },
      { selector: "label", x: 0, y: 1, clicks: 1 },
      { selector: "p", x: 0.5, y: 0.5, clicks: 1 },
    ]);
    expect(elements).toEqual([
      { selector: "#buy", clicks: 8, share: 0.8, rage: 4, dead: 0, sessions: 2, visitors: 2 },
      { selector: "label", clicks: 1, share: 0.1, rage: 0, dead: 0, sessions: 1, visitors: 1 },
      { selector: "p", clicks: 1, share: 0.1, rage: 0, dead: 1, sessions: 1, visitors: 1 },
    ]);
    expect(counts).toEqual({ all: 10, rage: 4, dead: 1 });
    expect([sessions, viewportWidth]).toEqual([2, 1440]);
  });

  it("returns the share of views that reached each percent of the page, and window heights", async () => {
    const { scroll } = wide;
    expect([scroll.views, scroll.fold, scroll.reached.length]).toEqual([3, 833, 101]);
    expect([0, 7, 22, 23, 50, 51, 100].map((depth) => scroll.reached[depth]?.toFixed(2))).toEqual([
      "1.00",
      "1.00",
      "1.00",
      "0.67",
      "0.67",
      "0.33",
      "0.33",
    ]);
    expect((await heatmap({ band: 0 })).scroll).toEqual({ views: 0, reached: [], fold: 0 });
  });

  it("filters by click kind and version, including unknown versions", async () => {
    const selectors = async (overrides: object) =>
      (await heatmap({ band: 1200, ...overrides })).cells.map(({ selector }) => selector);
    expect(await selectors({ kind: "rage" })).toEqual(["#buy"]);
    expect(await selectors({ kind: "dead" })).toEqual(["p"]);
    expect(await heatmap({ shown: "old", band: 1200 })).toMatchObject({
      drawnVersion: "old",
      counts: { all: 4 },
    });
    expect(await heatmap({ shown: "variant:hero/bold" })).toMatchObject({
      drawnVersion: "bold-1",
      band: 1200,
    });
    expect(await heatmap({ shown: "unknown" })).toMatchObject({ drawnVersion: "bold-1", counts: { all: 2 } });
    expect(await heatmap({ shown: "no such" })).toMatchObject({ shown: "variant:" });
    expect(await heatmap({ page: "/nameless" })).toMatchObject({
      counts: { all: 1 },
      cells: [],
      elements: [],
    });
    expect(await heatmap({ page: "/nothing" })).toMatchObject({ drawnVersion: null, sessions: 0, cells: [] });
  });

  it("filters by the visit's attributes, wherever it clicked", async () => {
    const VISIT = DAY + 20 * ONE_HOUR;
    const event = (visitor: string, overrides: object) =>
      eventRow({
        message_id: `visit-${visitor}`,
        anonymous_id: visitor,
        session_id: VISIT,
        timestamp: VISIT,
        path: "/",
        ...overrides,
      });
    const clicked = { session_id: VISIT, timestamp: VISIT + 1000, path: "/filtered" };
    await stores.eventStore.insert(
      "interactions",
      [click({ ...clicked, visitor_id: "from" }), click({ ...clicked, visitor_id: "elsewhere", clicks: 2 })],
      "filtered",
    );
    await stores.eventStore.insert(
      "events",
      [event("from", { country: "FR" }), event("elsewhere", { country: "NO" })],
      "filtered",
    );
    const only = (...filters: unknown[]) => ({ filters });
    const clicks = async (overrides: object) =>
      (await heatmap({ page: "/filtered", ...overrides })).counts.all;
    expect(await clicks({})).toBe(3);
    expect(await clicks(only(["is", "visit:country", ["FR"]]))).toBe(1);
    expect(await clicks(only(["is_not", "visit:country", ["FR"]]))).toBe(2);
    expect(await clicks(only(["is", "visit:country", ["DE"]]))).toBe(0);
    expect(await clicks(only(["is", "event:page", ["/filtered"]]))).toBe(3);
    expect(await clicks(only(["is", "event:page", ["/"]]))).toBe(0);
    const { pages } = await listPages(only(["is", "visit:country", ["FR"]]));
    expect(pages).toMatchObject([{ path: "/filtered", clicks: 1 }]);
    expect((await ask(only(["is", "visit:moon", ["x"]]))).statusCode).toBe(400);
    expect(wide).toMatchObject({
      variations: [{ value: "hero/bold", experiment: "Hero", variation: "Bold" }],
    });
  });

  it("rejects invalid queries", async () => {
    expect((await ask({ kind: "some" })).statusCode).toBe(400);
    expect((await ask({ page: "pricing" })).statusCode).toBe(400);
    expect((await ask({ to: 1 })).json().error.message).toContain("must end after it starts");
  });
});

it("counts clicks and views whose IDs have expired, but not their sessions or visitors", async () => {
  const old = DAY - 40 * ONE_DAY;
  const expired = { session_id: 0, visitor_id: "", path: "/old" };
  const at = (minutes: number) => ({ ...expired, timestamp: old + minutes * 60_000 });
  await stores.eventStore.insert(
    "interactions",
    [
      click(at(1)),
      click({ ...at(2), clicks: 2 }),
      scroll(1000, at(3)),
      scroll(3000, at(4)),
      scroll(3100, at(4)),
    ],
    "expired",
  );
  const span = { from: old, to: old + ONE_DAY };
  const { pages, stored } = await listPages(span);
  expect(stored).toEqual({ clicksFrom: at(1).timestamp, sessionsFrom: DAY - 1 });
  // Two views, of which one was hidden twice.
  expect(pages).toEqual([
    { path: "/old", sessions: 0, clicks: 3, rage: 0, dead: 0, medianDepth: expect.closeTo(0.775) },
  ]);
  const { sessions, counts, elements } = await heatmap({ ...span, page: "/old" });
  expect({ sessions, counts }).toEqual({ sessions: 0, counts: { all: 3, rage: 0, dead: 0 } });
  expect(elements).toMatchObject([{ selector: "#buy", clicks: 3, sessions: 0, visitors: 0 }]);
});

describe("sections", () => {
  const IN = DAY + 3 * ONE_HOUR;
  const of = (visitor: string, name: string, overrides: object) =>
    eventRow({
      message_id: `s-${visitor}-${name}`,
      anonymous_id: visitor,
      session_id: IN,
      timestamp: IN,
      path: "/long",
      ...overrides,
    });
  const saw = (visitor: string, section: string, sectionIndex: number, overrides: object = {}) => {
    const properties = { sectionId: section, sectionInternalName: `long/${section}`, sectionIndex };
    const event = { type: "track", event: "Section Viewed", properties: JSON.stringify(properties) };
    return of(visitor, section, { ...event, ...overrides });
  };
  const sent = (visitor: string) =>
    of(visitor, "sent", { type: "track", event: "Form Sent", path: "/contact" });
  const views = ["u", "v", "w", "bot", "customer"].map((visitor) =>
    of(visitor, "view", {
      bot: visitor === "bot" ? "x" : "",
      audience: visitor === "customer" ? "customer" : "visitor",
    }),
  );
  const EVENTS = [
    ...views,
    ...["u", "v", "w"].map((visitor) => saw(visitor, "hero", 0)),
    ...["u", "v"].map((visitor) => saw(visitor, "proof", 1)),
    saw("u", "closing", 2),
    saw("bot", "closing", 2, { bot: "x" }),
    saw("customer", "closing", 2, { audience: "customer" }),
    saw("elsewhere", "closing", 2),
    saw("v", "other", 0, { path: "/" }),
    ...["u", "v", "elsewhere", "bot"].map(sent),
  ];
  const read = (overrides: object = {}) =>
    console.post(
      "/query/heatmaps/sections",
      queryWithin({ from: DAY, to: DAY + ONE_DAY, page: "/long", ...overrides }),
    );

  it("counts the visitors who saw each, in page order, and those of them who reached the goal", async () => {
    await stores.eventStore.insert("events", EVENTS, "sections");
    const condition = { kind: "form", step: "sent", form: null } as const;
    const goal = { name: "Sent", condition, value: null, isArchived: false };
    const author = { actor: "owner@trellis.example", now: DAY };
    const { id } = await goalStore.create(stores.records.db, goal, author);
    const figures = (section: string, place: number, visitors: number, reached: number) => ({
      section: `long/${section}`,
      sectionId: section,
      place,
      visitors,
      reached,
      seconds: null,
    });
    expect((await read({ goal: id })).json()).toEqual({
      goal: { id, name: "Sent" },
      visitors: 3,
      reached: 2,
      sections: [figures("hero", 0, 3, 2), figures("proof", 1, 2, 2), figures("closing", 2, 1, 1)],
    });
    expect((await read()).json()).toMatchObject({ goal: null, visitors: 3, reached: 0 });
    const filters = [["is", "event:name", ["Form Sent"]]];
    expect((await read({ filters })).json()).toMatchObject({
      visitors: 2,
      sections: [{ visitors: 2 }, { visitors: 2 }, { visitors: 1 }],
    });
  });

  it("measures the time on each, until the next section or page or the end of the visit", async () => {
    const START = DAY + 5 * ONE_HOUR;
    const page = "/read";
    const at = (visitor: string, seconds: number, overrides: object = {}) => ({
      path: page,
      session_id: START,
      timestamp: START + seconds * ONE_SECOND,
      message_id: `t-${visitor}-${JSON.stringify([seconds, overrides])}`,
      ...overrides,
    });
    const section = (visitor: string, name: string, seconds: number, overrides: object = {}) =>
      saw(
        visitor,
        name,
        0,
        at(visitor, seconds, { message_id: `t-${visitor}-${name}-${seconds}`, ...overrides }),
      );
    const other = (visitor: string, type: string, seconds: number, path = page) =>
      of(visitor, type, at(visitor, seconds, { type, event: "Other", path }));
    await stores.eventStore.insert(
      "events",
      [
        // Two sections come into view at once. A click does not end the time, the next page does.
        section("x", "hero", 2),
        section("x", "proof", 2),
        section("x", "closing", 12),
        other("x", "track", 5),
        other("x", "page", 32, "/next"),
        section("x", "hero", 40, { path: "/next" }),
        // Until the visit's last event.
        section("y", "hero", 10),
        other("y", "track", 16),
        section("z", "hero", 0),
        // Not counted.
        section("bot", "hero", 10, { bot: "x" }),
        section("bot", "closing", 99, { bot: "x" }),
        ...["x", "y", "z"].map((visitor) => other(visitor, "page", 0)),
      ],
      "section times",
    );
    const { sections } = (await read({ page })).json() as SectionsResponse;
    expect(Object.fromEntries(sections.map(({ section, seconds }) => [section, seconds]))).toEqual({
      // 10 and 6 seconds: the exact median of two is the higher one.
      "long/hero": 10,
      "long/proof": 10,
      "long/closing": 20,
    });
  });

  it("rejects unknown pages and goals", async () => {
    expect((await read({ goal: 999 })).statusCode).toBe(404);
    expect((await read({ goal: "x" })).statusCode).toBe(400);
    expect((await read({ to: DAY })).statusCode).toBe(400);
  });
});
