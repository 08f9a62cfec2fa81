import { ONE_DAY, ONE_HOUR, WEB_VITALS_EVENT } from "@marquee/contract";
import type { ResourcesResponse, SpeedResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { queryWithin } from "../../../testing/queryWithin.ts";
import { monitoringRow } from "../../../testing/rumRow.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { createArchiveStore } from "../../archive/archiveStore.ts";

const DAY = Date.UTC(2026, 5, 2);
const SESSION = DAY + ONE_HOUR / 2;
const MS = 1_000_000;
let stores: TestStores;
let console: TestConsole;
let rows = 0;

function track(event: string, properties: object, overrides: Partial<EventRow> = {}): EventRow {
  rows += 1;
  const filled = { type: "track", event, properties: JSON.stringify(properties), timestamp: DAY + ONE_HOUR };
  const session_id = SESSION;
  return eventRow({ message_id: `m${rows}`, ...filled, session_id, ...overrides });
}

const vitals = (properties: object, overrides: Partial<EventRow> = {}) =>
  track(WEB_VITALS_EVENT, { navigationType: "navigate", ...properties }, overrides);
const HOME = { path: "/", device: "mobile", country: "DE", anonymous_id: "a" } as const;
const FEW = { path: "/few", device: "tablet", anonymous_id: "few" } as const;
const PAGE_VIEWS = [
  // The visit that filters on visits match.
  eventRow({
    message_id: "home",
    ...HOME,
    session_id: SESSION,
    timestamp: DAY + ONE_HOUR,
    variations: ["hero:1:bold"],
  }),
  // /pricing: 4 page views, whose 75th percentile by the nearest rank is the third.
  ...[1000, 2000, 3000, 5000].map((lcp, index) =>
    vitals({ lcp, ttfb: 100, lcpTarget: index === 0 ? "img" : "h1#plans" }),
  ),
  // Twelve slow views of the home page, one of them without LCP.
  ...Array.from({ length: 11 }, () => vitals({ lcp: 2600, cls: 0.3, clsTarget: "header" }, HOME)),
  vitals({ cls: 0.01 }, { ...HOME, timestamp: DAY + ONE_DAY + ONE_HOUR }),
  // Few samples: an interpolated percentile would be a value that was never measured.
  ...[56, 248].map((lcp) => vitals({ lcp }, FEW)),
  ...[40, 56, 64, 136, 232, 248].map((inp) => vitals({ inp }, FEW)),
  // Invalid values.
  ...["5000", -1, 1e9, null].map((lcp) => vitals({ lcp }, { path: "/odd" })),
  // Named timings: two pages, and invalid ones.
  ...[700, 800, 900].map((hero) => vitals({ timings: { hero_interactive: hero } }, { path: "/named" })),
  vitals(
    { timings: { hero_interactive: 500 } },
    { path: "/named", host: "docs.trellis.example", url: "https://docs.trellis.example/named" },
  ),
  vitals({ timings: { pricing_ready: 1200, "<b>": 1, negative: -1, huge: 1e9 } }, { path: "/plans" }),
  ...["fast", [1], { nested: {} }].map((timings) => vitals({ timings }, { path: "/odd" })),
  vitals({ timings: { hero_interactive: 9000 } }, { path: "/named", bot: "Headless" }),
  // Not counted: bots, customers, other dates.
  vitals({ lcp: 9000 }, { bot: "Headless" }),
  vitals({ lcp: 9000 }, { audience: "customer" }),
  vitals({ lcp: 9000 }, { timestamp: DAY - 1 }),
  vitals({ lcp: 9000 }, { timestamp: DAY + 3 * ONE_DAY }),
];
/** Views of Datadog's client: of the site, where the own library measured them too, and of a shop without it. */
const RUM = [
  monitoringRow({
    view_id: "measured",
    timestamp: DAY + ONE_HOUR,
    path: "/pricing",
    linked_session: SESSION,
    application_id: "marquee",
    sent: { view: { largest_contentful_paint: 9000 * MS }, _dd: { document_version: 1 } },
  }),
  monitoringRow({
    view_id: "unmeasured",
    timestamp: DAY + ONE_HOUR,
    path: "/left",
    linked_session: SESSION + 1,
    application_id: "marquee",
    sent: { view: { largest_contentful_paint: 7000 * MS }, _dd: { document_version: 1 } },
  }),
  // Its session has expired.
  monitoringRow({
    view_id: "expired",
    timestamp: DAY + ONE_HOUR,
    path: "/pricing",
    linked_session: 0,
    application_id: "marquee",
    sent: { view: { largest_contentful_paint: 9000 * MS }, _dd: { document_version: 1 } },
  }),
  // One view in three reports, out of order.
  ...[2, 3, 1].map((version) =>
    monitoringRow({
      view_id: "cart",
      timestamp: DAY + ONE_HOUR,
      sent: {
        view: {
          largest_contentful_paint: version * 1000 * MS,
          interaction_to_next_paint: 40 * MS,
          cumulative_layout_shift: 0.2,
          first_contentful_paint: 800 * MS,
          first_byte: 90 * MS,
        },
        _dd: { document_version: version },
      },
    }),
  ),
  ...[60, 250].map((duration) =>
    monitoringRow({ type: "long_task", view_id: "cart", duration, timestamp: DAY + ONE_HOUR }),
  ),
  ...[100, 200, 300].map((duration, index) =>
    monitoringRow({
      type: "resource",
      name: "https://shop.example/assets/app-Ab12_-cd.js?v=1",
      duration,
      timestamp: DAY + ONE_HOUR,
      sent: { resource: { type: "js", size: 5000, status_code: index === 0 ? 503 : 200 } },
    }),
  ),
  monitoringRow({
    type: "resource",
    name: "https://127.0.0.1:3000/photos/77",
    duration: 4000,
    timestamp: DAY + ONE_HOUR,
    sent: { resource: { type: "image" } },
  }),
];

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
  for (const time of ["all", "sent again"]) {
    await stores.eventStore.insert("events", PAGE_VIEWS, time);
    await stores.eventStore.insert("monitoring_events", RUM, time);
  }
  const archive = createArchiveStore(stores.records.db);
  await archive.keepStart("r1", DAY - 3 * ONE_DAY);
  await archive.keepStart("r2", DAY + 1.5 * ONE_HOUR);
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: DAY, to: DAY + 3 * ONE_DAY };
const askSpeed = (overrides: object = {}) =>
  console.post("/query/speed", queryWithin({ ...SPAN, vital: "lcp", ...overrides }));
const speed = async (overrides?: object) => (await askSpeed(overrides)).json() as SpeedResponse;
const of = (...filters: unknown[]) => ({ filters });
const onPage = (...paths: string[]) => of(["is", "event:page", paths]);

describe("POST /query/speed", () => {
  let ofAll: SpeedResponse;
  let ofPricing: SpeedResponse;
  beforeAll(async () => {
    [ofAll, ofPricing] = await Promise.all([speed(), speed(onPage("/pricing"))]);
  });

  it("returns the named timings of each page of each host, without invalid ones", async () => {
    const { timings } = ofAll;
    const host = "trellis.example";
    expect(timings).toEqual([
      { name: "hero_interactive", host, path: "/named", samples: 3, p75: 900 },
      { name: "hero_interactive", host: "docs.trellis.example", path: "/named", samples: 1, p75: 500 },
      { name: "pricing_ready", host, path: "/plans", samples: 1, p75: 1200 },
    ]);
    expect((await speed(onPage("/few"))).timings).toEqual([]);
  });

  it("returns the 75th percentile of page views without bots, and their ratings", () => {
    const { vitals } = ofPricing;
    expect(vitals.lcp).toEqual({ p75: 3000, counts: { good: 2, "needs improvement": 1, poor: 1 } });
    expect(vitals.ttfb).toEqual({ p75: 100, counts: { good: 4, "needs improvement": 0, poor: 0 } });
    expect(vitals.inp).toEqual({ p75: null, counts: { good: 0, "needs improvement": 0, poor: 0 } });
  });

  it("uses the nearest rank for the percentile of few samples", async () => {
    const { vitals, pages } = await speed({ ...onPage("/few"), vital: "inp" });
    expect([vitals.lcp.p75, vitals.inp.p75]).toEqual([248, 232]);
    expect(pages).toMatchObject([
      { host: "trellis.example", path: "/few", samples: 6, values: { lcp: 248, inp: 232 } },
    ]);
  });

  it("lists the worst pages first, pages with few samples last, with the responsible element", async () => {
    expect((await speed(onPage("/", "/pricing", "/few"))).pages).toMatchObject([
      { path: "/", samples: 11, values: { lcp: 2600, cls: 0.3, ttfb: null }, target: "" },
      { path: "/pricing", samples: 4, values: { lcp: 3000, cls: null, ttfb: 100 }, target: "h1#plans" },
      { path: "/few", samples: 2, values: { lcp: 248, inp: 232 } },
    ]);
    expect((await speed({ vital: "cls" })).pages).toMatchObject([
      { path: "/", samples: 12, target: "header" },
      { path: "/cart", samples: 1, target: "" },
    ]);
  });

  it("filters by page and by visit", async () => {
    const paths = async (...filters: unknown[]) =>
      (await speed(of(...filters))).pages.map(({ path }) => path);
    expect(await paths(["is", "visit:device", ["mobile"]])).toEqual(["/"]);
    expect(await paths(["is", "visit:country", ["DE"]])).toEqual(["/"]);
    expect(ofPricing.pages.map(({ path }) => path)).toEqual(["/pricing"]);
    expect(await paths(["is", "visit:country", ["DE"]], ["is", "event:page", ["/pricing"]])).toEqual([]);
  });

  it("counts a page view once if both clients measured it, by its latest report", async () => {
    const pages = (await speed(onPage("/pricing", "/left", "/cart"))).pages;
    expect(pages.map(({ path, samples, values }) => [path, samples, values.lcp])).toEqual([
      ["/left", 1, 7000],
      ["/cart", 1, 3000],
      ["/pricing", 4, 3000],
    ]);
    expect(pages.find(({ path }) => path === "/cart")?.values).toEqual({
      lcp: 3000,
      inp: 40,
      cls: 0.2,
      ttfb: 90,
      fcp: 800,
    });
  });

  it("returns every day of the date range, and the releases", () => {
    expect(ofPricing.releases.map(({ id }) => id)).toEqual(["r2"]);
    expect(ofPricing.series.map(({ start, values }) => [start, values.lcp])).toEqual([
      [DAY, 3000],
      [DAY + ONE_DAY, null],
      [DAY + 2 * ONE_DAY, null],
    ]);
    expect(ofAll.series.map(({ values }) => values.cls)).toEqual([0.3, 0.01, null]);
  });

  it("rejects invalid queries", async () => {
    expect((await askSpeed({ vital: "fid" })).statusCode).toBe(400);
    expect((await askSpeed({ filters: "nonsense" })).statusCode).toBe(400);
    expect((await askSpeed({ to: 1 })).json().error.message).toContain("must end after it starts");
  });
});

describe("POST /query/speed/resources", () => {
  const ask = (overrides: object = {}) =>
    console.post("/query/speed/resources", queryWithin({ ...SPAN, by: "duration", ...overrides }));
  const resources = async (overrides?: object) => (await ask(overrides)).json() as ResourcesResponse;

  it("groups a file across releases, with its size and failures, and lists the pages that long tasks block", async () => {
    const PHOTO = { address: "https://127.0.0.1:3000/photos/?", kind: "image", count: 1, failed: 0 };
    const APP = { address: "https://shop.example/assets/app.js", kind: "js", count: 3, failed: 1 };
    const { resources: files, longTasks } = await resources();
    expect(files).toEqual([
      { ...PHOTO, duration: 4000, size: null },
      { ...APP, duration: 300, size: 5000 },
    ]);
    expect(longTasks).toEqual([{ path: "/cart", views: 1, count: 2, duration: 250, blocking: 210 }]);
    expect((await resources({ by: "failed" })).resources[0]?.failed).toBe(1);
    expect((await resources(onPage("/elsewhere"))).resources).toEqual([]);
  });

  it("rejects invalid queries", async () => {
    expect((await ask({ by: "luck" })).statusCode).toBe(400);
    expect((await ask({ to: 1 })).statusCode).toBe(400);
  });
});
