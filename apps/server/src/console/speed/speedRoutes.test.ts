import { ERROR_EVENT, EXPOSURE_EVENT, ONE_DAY, ONE_HOUR, WEB_VITALS_EVENT } from "@marquee/contract";
import type { ErrorDetailsResponse, ErrorsResponse, SpeedResponse } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createArchiveStore } from "../../archive/archiveStore.ts";
import { mapAddress } from "../../archive/mapAddress.ts";
import type { EventRow } from "../../storage/events/eventRow.types.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { startConsole, type TestConsole } from "../../testing/startConsole.ts";
import type { TestStores } from "../../testing/startTestStores.ts";

const DAY = Date.UTC(2026, 5, 2);
let stores: TestStores;
let console: TestConsole;
let rows = 0;

function track(event: string, properties: object, given: Partial<EventRow> = {}): EventRow {
  rows += 1;
  const filled = { type: "track", event, properties: JSON.stringify(properties), timestamp: DAY + ONE_HOUR };
  return eventRow({ message_id: `m${rows}`, ...filled, ...given });
}

const vitals = (properties: object, given: Partial<EventRow> = {}) =>
  track(WEB_VITALS_EVENT, { navigationType: "navigate", ...properties }, given);
const saw = (anonymous_id: string, variation_id: string) =>
  track(
    EXPOSURE_EVENT,
    { experiment_id: "hero", experiment_name: "Hero", variation_id, variation_name: `The ${variation_id}` },
    { anonymous_id },
  );
const failed = (properties: object, given: Partial<EventRow> = {}) =>
  track(ERROR_EVENT, { kind: "error", source: "", stack: "", ...properties }, given);

const CHROME = (hash: string, line: number) =>
  `TypeError: x is not a function\n    at draw (https://trellis.example/assets/app-${hash}.js:${line}:9)\n    at https://trellis.example/assets/app-${hash}.js:1:1`;

const HOME = { path: "/", device: "mobile", country: "DE", anonymous_id: "a" } as const;
const FEW = { path: "/few", device: "tablet", anonymous_id: "few" } as const;
const PAGE_VIEWS = [
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
  // Named timings: two pages, and what a client may not send.
  ...[700, 800, 900].map((hero) => vitals({ timings: { hero_interactive: hero } }, { path: "/named" })),
  vitals({ timings: { pricing_ready: 1200, "<b>": 1, negative: -1, huge: 1e9 } }, { path: "/plans" }),
  ...["fast", [1], { nested: {} }].map((timings) => vitals({ timings }, { path: "/odd" })),
  vitals({ timings: { hero_interactive: 9000 } }, { path: "/named", bot: "Headless" }),
  // Not counted: bots, customers, other dates.
  vitals({ lcp: 9000 }, { bot: "Headless" }),
  vitals({ lcp: 9000 }, { audience: "customer" }),
  vitals({ lcp: 9000 }, { timestamp: DAY - 1 }),
  vitals({ lcp: 9000 }, { timestamp: DAY + 2 * ONE_DAY }),
  saw("a", "bold"),
  saw("visitor", "control"),
];
const ERRORS = [
  failed({ message: "TypeError: x", stack: CHROME("Ab12_-cd", 7) }, { timestamp: DAY - 5 * ONE_DAY }),
  failed({ message: "TypeError: x", stack: CHROME("Ef34zzzz", 8) }, { path: "/" }),
  failed(
    { message: "TypeError: x", stack: CHROME("Gh56zzzz", 9), kind: "unhandled rejection" },
    { anonymous_id: "b", timestamp: DAY + 2 * ONE_HOUR, browser: "Safari" },
  ),
  failed({ message: "TypeError: x", stack: "draw@https://trellis.example/assets/other-1.js:1:2" }),
  failed({ message: "lost", source: "https://trellis.example/assets/app-Zz.js" }, { path: "/lost" }),
  // A function that two builds renamed, and a frame without a name.
  failed({ message: "minified", stack: "x\n    at e (https://trellis.example/assets/a-Ab12_-cd.js:1:2)" }),
  failed({
    message: "minified",
    stack: "x\n    at async tn (https://trellis.example/assets/a-Ef34zzzz.js:9:9)",
  }),
  failed({ message: "minified", stack: "@https://trellis.example/assets/a-Gh56zzzz.js:3:4" }),
  failed({ message: "long gone" }, { timestamp: DAY - ONE_DAY }),
  failed({ message: "a machine's" }, { bot: "crawler" }),
  failed({ message: "a customer's" }, { audience: "customer" }),
];

/** Maps line 9, column 9 to the first line of `src/draw.ts`. */
const MAP = {
  mediaType: "application/json",
  body: Buffer.from(
    JSON.stringify({
      version: 3,
      names: [],
      sources: ["../../src/draw.ts"],
      mappings: ";;;;;;;;QAAA",
      sourcesContent: ["export const draw = (plan) => x();"],
    }),
  ),
};

beforeAll(async () => {
  stores = await borrowTestStores();
  console = await startConsole(stores);
  await stores.eventStore.insert("events", [...PAGE_VIEWS, ...ERRORS], "all");
  await stores.eventStore.insert("events", [...PAGE_VIEWS, ...ERRORS], "sent again");
  const archive = createArchiveStore(stores.records.db);
  await archive.keepStart("r1", DAY - 3 * ONE_DAY);
  await archive.keepStart("r2", DAY + 1.5 * ONE_HOUR);
  await archive.keepFile(mapAddress("/assets/app-Gh56zzzz.js"), MAP, DAY);
}, 120_000);
afterAll(async () => {
  await console.app.close();
  await stores.stop();
});

const SPAN = { from: String(DAY), to: String(DAY + 2 * ONE_DAY) };
const askSpeed = async (given: Record<string, string> = {}) => {
  const params = new URLSearchParams({ ...SPAN, interval: "day", tz: "UTC", vital: "lcp", ...given });
  return console.get(`/speed?${params}`);
};
const speed = async (given?: Record<string, string>) => (await askSpeed(given)).json() as SpeedResponse;
const errors = async (given: Record<string, string> = {}) =>
  (await console.get(`/errors?${new URLSearchParams({ ...SPAN, ...given })}`)).json() as ErrorsResponse;

describe("GET /speed", () => {
  it("returns the named timings of each page, without invalid ones", async () => {
    const { timings } = await speed();
    expect(timings).toEqual([
      { name: "hero_interactive", path: "/named", samples: 3, p75: 900 },
      { name: "pricing_ready", path: "/plans", samples: 1, p75: 1200 },
    ]);
    expect((await speed({ device: "tablet" })).timings).toEqual([]);
  });

  it("returns the 75th percentile of page views without bots, and their ratings", async () => {
    const { vitals } = await speed({ device: "desktop" });
    expect(vitals.lcp).toEqual({ p75: 3000, counts: { good: 2, "needs improvement": 1, poor: 1 } });
    expect(vitals.ttfb).toEqual({ p75: 100, counts: { good: 4, "needs improvement": 0, poor: 0 } });
    expect(vitals.inp).toEqual({ p75: null, counts: { good: 0, "needs improvement": 0, poor: 0 } });
  });

  it("uses the nearest rank for the percentile of few samples", async () => {
    const { vitals, pages } = await speed({ device: "tablet", vital: "inp" });
    expect([vitals.lcp.p75, vitals.inp.p75]).toEqual([248, 232]);
    expect(pages).toMatchObject([{ path: "/few", samples: 6, values: { lcp: 248, inp: 232 } }]);
  });

  it("lists the worst pages first, pages with few samples last, with the responsible element", async () => {
    expect((await speed()).pages).toMatchObject([
      { path: "/", samples: 11, values: { lcp: 2600, cls: 0.3, ttfb: null }, target: "" },
      { path: "/pricing", samples: 4, values: { lcp: 3000, cls: null, ttfb: 100 }, target: "h1#plans" },
      { path: "/few", samples: 2, values: { lcp: 248, inp: 232 } },
    ]);
    expect((await speed({ vital: "cls" })).pages).toMatchObject([
      { path: "/", samples: 12, target: "header" },
    ]);
  });

  it("filters by device, country and variation", async () => {
    const paths = async (given: Record<string, string>) => (await speed(given)).pages.map(({ path }) => path);
    expect(await paths({ device: "mobile" })).toEqual(["/"]);
    expect(await paths({ country: "de" })).toEqual(["/"]);
    expect(await paths({ variation: "hero/bold" })).toEqual(["/"]);
    expect(await paths({ variation: "hero/control" })).toEqual(["/pricing"]);
    expect(await paths({ variation: "hero/control", device: "mobile" })).toEqual([]);
  });

  it("lists the available filters and every day of the date range", async () => {
    const answer = await speed({ device: "desktop" });
    expect(answer.releases.map(({ id }) => id)).toEqual(["r2"]);
    expect(answer).toMatchObject({
      devices: ["desktop", "mobile", "tablet"],
      countries: ["DE"],
      variations: [
        { value: "hero/bold", experiment: "Hero", variation: "The bold" },
        { value: "hero/control", experiment: "Hero", variation: "The control" },
      ],
    });
    expect(answer.series.map(({ start, values }) => [start, values.lcp])).toEqual([
      [DAY, 3000],
      [DAY + ONE_DAY, null],
    ]);
    expect((await speed()).series.map(({ values }) => values.cls)).toEqual([0.3, 0.01]);
  });

  it("rejects invalid queries", async () => {
    expect((await askSpeed({ vital: "fid" })).statusCode).toBe(400);
    expect((await askSpeed({ variation: "hero" })).statusCode).toBe(400);
    expect((await askSpeed({ to: "1" })).json().error.message).toContain("must end after it starts");
  });
});

describe("GET /errors", () => {
  it("groups errors thrown at one place across releases", async () => {
    const { groups, hasMore } = await errors();
    expect([groups.length, hasMore]).toEqual([4, false]);
    expect(groups[0]).toMatchObject({ message: "minified", frame: "/assets/a.js", count: 3, visitors: 1 });
    expect(groups[1]).toMatchObject({
      message: "TypeError: x",
      frame: "at draw (/assets/app.js)",
      kinds: ["error", "unhandled rejection"],
      count: 2,
      visitors: 2,
      firstSeen: DAY - 5 * ONE_DAY,
      lastSeen: DAY + 2 * ONE_HOUR,
      stack: CHROME("Gh56zzzz", 9),
      browser: "Safari",
      // Before the first known release, and in the second.
      firstRelease: "",
      lastRelease: "r2",
      source: { file: "src/draw.ts", line: 1, column: 1, functionName: "draw" },
    });
    expect(groups[0]?.source).toBeNull();
    expect(groups[1]?.trend).toEqual(
      [1, 1, ...Array(22).fill(0)].map((times, part) => (part === 0 ? 1 : times)),
    );
    expect(groups[1]?.browsers.toSorted()).toEqual(["Chrome", "Safari"]);
    expect(groups[1]?.pages.toSorted()).toEqual(["/", "/pricing"]);
    expect(new Set(groups.map(({ fingerprint }) => fingerprint)).size).toBe(4);
    expect(groups.find(({ message }) => message === "lost")?.frame).toBe("/assets/app.js");
  });

  it("searches messages, locations and paths", async () => {
    const found = async (text: string) => (await errors({ text })).groups.map(({ frame }) => frame);
    expect(await found("TYPEERROR")).toHaveLength(2);
    expect(await found("other.js")).toEqual(["draw@/assets/other.js"]);
    expect(await found("/lost")).toEqual(["/assets/app.js"]);
    expect(await found("it's \\ not there")).toEqual([]);
  });
});

describe("GET /errors/:fingerprint", () => {
  const details = async (fingerprint: string, given: Record<string, string> = {}) => {
    const params = new URLSearchParams({ ...SPAN, interval: "day", tz: "UTC", ...given });
    return console.get(`/errors/${fingerprint}?${params}`);
  };

  it("returns when it happened, in which releases and where in the source", async () => {
    const group = (await errors()).groups.find(({ message }) => message === "TypeError: x");
    const answer = (await details(group?.fingerprint ?? "")).json() as ErrorDetailsResponse;
    expect(answer.message).toBe("TypeError: x");
    expect(answer.series).toEqual([
      { start: DAY, count: 2, visitors: 2 },
      { start: DAY + ONE_DAY, count: 0, visitors: 0 },
    ]);
    expect(answer.releases).toEqual([{ id: "r2", servedFrom: DAY + 1.5 * ONE_HOUR }]);
    expect(answer.stack.map(({ source }) => source)).toEqual([
      null,
      {
        file: "src/draw.ts",
        line: 1,
        column: 1,
        functionName: "draw",
        context: [{ line: 1, text: "export const draw = (plan) => x();" }],
      },
      null,
    ]);
  });

  it("rejects an unknown error and an invalid date range", async () => {
    expect((await details("0123")).statusCode).toBe(404);
    expect((await details("0123", { tz: "Nowhere" })).statusCode).toBe(400);
  });
});
