import { type Channel, ONE_MINUTE } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { insertImportedDays } from "../../platform/storage/events/queries/importedDays.ts";
import type { InteractionRow } from "../../platform/storage/events/replayRows.types.ts";
import { borrowEvents } from "../../testing/borrowStores.ts";
import { eventRow } from "../../testing/eventRow.ts";
import { reportsOf } from "../imports/importedRows.ts";
import type { AnswerFormat } from "./checkFilters.ts";
import type { SentQuery } from "./checkQuery.ts";
import { createQuestions } from "./createQuestions.ts";
import type { CountedImport } from "./planImports.ts";

/** Wednesday, noon in Berlin. */
const NOON = Date.parse("2026-06-17T10:00:00Z");
const minutes = (count: number) => NOON + count * ONE_MINUTE;
interface Visitor {
  visitor: string;
  source: string;
  channel: Channel;
  country: string;
  device: string;
}
const ANN: Visitor = {
  visitor: "ann",
  source: "Google",
  channel: "organic-search",
  country: "DE",
  device: "desktop",
};
const BOB: Visitor = {
  visitor: "bob",
  source: "(direct)",
  channel: "direct",
  country: "FR",
  device: "mobile",
};
const CID: Visitor = {
  visitor: "cid",
  source: "(direct)",
  channel: "mobile-push",
  country: "DE",
  device: "desktop",
};
const STARTS: Record<string, number> = { ann: minutes(-60), bob: minutes(0), cid: minutes(30) };

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
  const event = ({ visitor, ...fields }: Visitor, minute: number, more: object) => {
    const at = minutes(minute);
    const ids = { message_id: `${visitor} ${minute}`, anonymous_id: visitor, visitor_id: visitor };
    return eventRow({
      ...ids,
      session_id: STARTS[visitor] ?? 0,
      timestamp: at,
      original_timestamp: at,
      received_at: at,
      ...fields,
      screen_class: "1200-1599",
      ...more,
    });
  };
  const view = (path: string) => ({ path });
  const track = (event: string, properties: object) => ({
    type: "track",
    event,
    path: "/",
    properties: JSON.stringify(properties),
  });
  await store.insert(
    "events",
    [
      event(ANN, -60, view("/pricing")),
      event(ANN, -55, { ...view("/docs"), referrer_host: "google.com" }),
      event(ANN, -54, track("Form Sent", { plan: "pro" })),
      event(BOB, 0, view("/pricing")),
      event(CID, 30, view("/docs")),
      event(CID, 40, view("/pricing")),
      event(CID, 41, track("Form Sent", { plan: "team" })),
      event(CID, 41.5, track("Form Sent", {})),
    ],
    "plausible",
  );
  const scrolled = (visitor: string, { minute, path, to }: { minute: number; path: string; to: number }) => ({
    timestamp: minutes(minute),
    type: "scroll",
    session_id: STARTS[visitor],
    visitor_id: visitor,
    path,
    url: `https://trellis.example${path}`,
    page_height: 2000,
    max_scroll_height: to * 20,
    message_id: `${visitor} ${minute} ${path}`,
    received_at: minutes(minute),
  });
  await store.insert(
    "interactions",
    [
      scrolled("ann", { minute: -60, path: "/pricing", to: 40 }),
      scrolled("ann", { minute: -58, path: "/pricing", to: 80 }),
      scrolled("ann", { minute: -55, path: "/docs", to: 100 }),
      scrolled("cid", { minute: 40, path: "/pricing", to: 20 }),
    ] as unknown as InteractionRow[],
    "plausible scrolls",
  );
}, 120_000);
afterAll(() => store.stop());

const GOAL = {
  id: 1,
  name: "Signup",
  value: null,
  condition: { kind: "event" as const, event: "Form Sent", properties: [] },
};
const SEGMENTS = new Map([
  [1, [["contains", "visit:channel", ["organic-s"]]]],
  [2, [["is", "visit:screen", ["1200-1599"]]]],
]);

/** Imports for queries that include them. */
let imports: readonly CountedImport[] = [];

const answer = (query: Partial<SentQuery>, format: AnswerFormat = "plausible") =>
  createQuestions({
    eventStore: store,
    site: () => ({ id: "trellis.example", timeZone: "Europe/Berlin", weekStart: 1 }),
    definitions: async () => ({ goals: [GOAL], segments: SEGMENTS }),
    imports: async () => imports,
    now: () => minutes(120),
  }).answer(
    { site_id: "trellis.example", metrics: ["visitors"], date_range: "day", ...query },
    { id: "key", format },
  );
/** Rows as lists of their dimensions and metrics. */
const rows = async (query: Partial<SentQuery>, format?: AnswerFormat) =>
  (await answer(query, format)).results.map(({ dimensions, metrics }) => [...dimensions, ...metrics]);
const visitors = async (...filters: unknown[][]) => (await rows({ filters }))[0]?.[0];

describe("values", () => {
  it.each<[string, unknown[][], unknown[][]]>([
    [
      "event:name",
      [
        ["pageview", 5],
        ["Form Sent", 3],
      ],
      [
        ["(not set)", 5],
        ["Form Sent", 3],
      ],
    ],
    [
      "visit:channel",
      [
        ["Mobile Push Notifications", 4],
        ["Organic Search", 3],
        ["Direct", 1],
      ],
      [
        ["mobile-push", 4],
        ["organic-search", 3],
        ["direct", 1],
      ],
    ],
    [
      "visit:source",
      [
        ["Direct / None", 5],
        ["Google", 3],
      ],
      [
        ["(direct)", 5],
        ["Google", 3],
      ],
    ],
    ["visit:referrer", [["Direct / None", 8]], [["(not set)", 8]]],
    [
      "visit:device",
      [
        ["Desktop", 7],
        ["Mobile", 1],
      ],
      [
        ["desktop", 7],
        ["mobile", 1],
      ],
    ],
    [
      "visit:screen",
      [
        ["Desktop", 7],
        ["Mobile", 1],
      ],
      [["1200-1599", 8]],
    ],
    [
      "event:props:plan",
      [
        ["(none)", 6],
        ["pro", 1],
        ["team", 1],
      ],
      [
        ["(not set)", 6],
        ["pro", 1],
        ["team", 1],
      ],
    ],
  ])(
    "of %s are Plausible's for API clients, and ours for the console",
    async (dimension, ofApi, ofConsole) => {
      const query = { metrics: ["events"], dimensions: [dimension] };
      expect(await rows(query)).toEqual(ofApi);
      expect(await rows(query, "console")).toEqual(ofConsole);
    },
  );

  it("keeps screen widths under a separate name", async () => {
    const query = { dimensions: ["visit:screen_width"], order_by: [["visit:screen_width", "asc"]] };
    expect(await rows(query)).toEqual([["1200-1599", 3]]);
    expect((await answer(query)).query).toMatchObject(query);
  });

  it.each<[unknown[], number]>([
    [["is", "event:name", ["pageview"]], 3],
    [["is", "event:name", ["pageview", "Form Sent"]], 3],
    [["contains", "event:name", ["page"]], 3],
    [["is_not", "event:name", ["pageview"]], 2],
    [["is", "event:name", ["(not set)"]], 3],
    [["has_not_done", ["is", "event:name", ["Form Sent"]]], 1],
    [["is", "visit:channel", ["Organic Search"]], 1],
    [["is", "visit:channel", ["organic-search"]], 1],
    [["is", "visit:channel", ["organic search"], { case_sensitive: false }], 1],
    [["matches", "visit:channel", ["^(Organic|Mobile) "]], 2],
    [["is", "visit:source", ["Direct / None"]], 2],
    [["is_not", "visit:source", ["Direct / None", "Bing"]], 1],
    [["is", "visit:screen", ["Mobile"]], 1],
    [["is", "visit:screen", ["mobile"]], 1],
    [["not", ["is", "visit:screen", ["Mobile"]]], 2],
    [
      [
        "and",
        [
          ["is", "visit:screen", ["Desktop"]],
          ["is", "visit:country", ["DE"]],
        ],
      ],
      2,
    ],
    [["is", "visit:screen_width", ["1200-1599"]], 3],
    [["is", "event:props:plan", ["(none)"]], 3],
    [["is", "event:goal", ["sIGNUP"], { case_sensitive: false }], 2],
    // Segments use the console's names.
    [["is", "segment", [1]], 1],
    [["is", "segment", [2]], 3],
  ])("can be filtered: %j", async (filter, count) => {
    expect(await visitors(filter)).toBe(count);
  });

  it.each<[unknown[], number]>([
    [["contains_not", "event:props:plan", ["ro"]], 1],
    [["matches_not", "event:props:plan", ["^pro$"]], 1],
    [["contains_not", "event:props:plan", ["x"]], 2],
    // Events without the property do not match another value, but they are not "pro" either.
    [["is_not", "event:props:plan", ["pro"]], 6 + 1],
    [["not", ["contains", "event:props:plan", ["ro"]]], 7],
  ])(
    "of properties are compared with those of other events only by `is_not` and `not`: %j",
    async (filter, count) => {
      const metrics = ["events"];
      expect(await rows({ metrics, filters: [filter] })).toEqual([[count]]);
      expect(await rows({ metrics, filters: [filter] }, "console")).toEqual([[count]]);
    },
  );

  it.each(["Germany", "de", "XX", "UK", ""])("rejects the country %j", async (country) => {
    const filters = [["is", "visit:country", ["DE", country]]];
    await expect(answer({ filters })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining(`\`${country}\` is not a country`),
    });
  });

  it("accepts countries, in lower case if case does not matter, and parts of them", async () => {
    expect(await visitors(["is", "visit:country", ["DE", "XK", "(not set)", "(no consent)"]])).toBe(2);
    expect(await visitors(["is", "visit:country", ["de"], { case_sensitive: false }])).toBe(2);
    expect(await visitors(["contains", "visit:country", ["R"]])).toBe(1);
  });
});

describe("times", () => {
  it("writes hours without offset", async () => {
    const { results, meta } = await answer({
      metrics: ["visits"],
      dimensions: ["time:hour"],
      date_range: "day",
      include: { time_labels: true, comparisons: { mode: "previous_period" } },
    });
    expect(results.map(({ dimensions, comparison }) => [...dimensions, comparison?.dimensions])).toEqual([
      ["2026-06-17 11:00:00", ["2026-06-16 11:00:00"]],
      ["2026-06-17 12:00:00", ["2026-06-16 12:00:00"]],
    ]);
    expect(meta.time_labels?.[0]).toBe("2026-06-17 00:00:00");
    expect(meta.comparison_time_labels?.[23]).toBe("2026-06-16 23:00:00");
    expect(meta.present_index).toBe(14);
  });

  it("names a week that began before the range by the range's first day", async () => {
    const query = {
      metrics: ["visits"],
      dimensions: ["time:week"],
      date_range: ["2026-06-16", "2026-06-23"],
      include: { time_labels: true, comparisons: { mode: "previous_period" } },
    };
    const { results, meta } = await answer(query);
    expect(meta.time_labels).toEqual(["2026-06-16", "2026-06-22"]);
    expect(meta.comparison_time_labels).toEqual(["2026-06-08", "2026-06-15"]);
    expect(results.map(({ dimensions, metrics }) => [...dimensions, ...metrics])).toEqual([
      ["2026-06-16", 3],
    ]);
    expect((await answer(query, "console")).meta.time_labels).toEqual(["2026-06-15", "2026-06-22"]);
  });

  it("keeps dates of days and months", async () => {
    expect(await rows({ dimensions: ["time:day"] })).toEqual([["2026-06-17", 3]]);
    expect(await rows({ dimensions: ["time:month"] })).toEqual([["2026-06-01", 3]]);
  });

  it("orders rows of one time by the first metric, and adds those of the earlier range", async () => {
    const dimensions = ["time:day", "visit:country"];
    const { results, query } = await answer({ metrics: ["pageviews"], dimensions });
    expect(results.map((row) => row.dimensions[1])).toEqual(["DE", "FR"]);
    expect(query.order_by).toEqual([
      ["time:day", "asc"],
      ["pageviews", "desc"],
    ]);
    const names = { dimensions: ["time:day", "event:name"], metrics: ["events"] };
    expect((await rows(names)).map((row) => row[1])).toEqual(["pageview", "Form Sent"]);
    const next = { dimensions: ["time:day"], date_range: ["2026-06-18", "2026-06-18"] };
    const include = { comparisons: { mode: "previous_period" } };
    expect(await rows({ ...next, include })).toEqual([["2026-06-18", 0]]);
  });
});

describe("metrics of pages", () => {
  const metrics = ["visitors", "bounce_rate", "visit_duration"];
  const duration = (...seconds: number[]) =>
    Math.round(seconds.reduce((one, other) => one + other) / seconds.length);
  const [ofAnn, ofBob, ofCid] = [6 * 60, 0, 11.5 * 60];

  it("are by page those of the visits that started there", async () => {
    expect(await rows({ metrics, dimensions: ["event:page"] })).toEqual([
      ["/pricing", 3, 50, duration(ofAnn, ofBob)],
      ["/docs", 2, 0, duration(ofCid)],
    ]);
    expect(await rows({ metrics: ["bounce_rate"], dimensions: ["event:page"] })).toEqual([
      ["/pricing", 50],
      ["/docs", 0],
    ]);
    const ofCountry = { metrics, dimensions: ["event:page", "visit:country"] };
    expect(await rows(ofCountry)).toEqual([
      ["/docs", "DE", 2, 0, duration(ofCid)],
      ["/pricing", "DE", 2, 0, duration(ofAnn)],
      ["/pricing", "FR", 1, 100, duration(ofBob)],
    ]);
  });

  it("with a filter on pages, are the bounces of visits that started there, and the durations of those that viewed it", async () => {
    const filters = [["is", "event:page", ["/pricing"]]];
    expect(await rows({ metrics, filters })).toEqual([[3, 50, duration(ofAnn, ofBob, ofCid)]]);
    expect(await rows({ metrics, filters: [["is", "event:page", ["/docs"]]] })).toEqual([
      [2, 0, duration(ofAnn, ofCid)],
    ]);
    expect(await rows({ metrics, filters }, "console")).toEqual([[3, 33.33, duration(ofAnn, ofBob, ofCid)]]);
  });

  it("follow filters on events", async () => {
    const filters = [["has_done", ["is", "event:goal", ["Signup"]]]];
    expect(await rows({ metrics, dimensions: ["event:page"], filters })).toEqual([
      ["/docs", 2, 0, duration(ofCid)],
      ["/pricing", 2, 0, duration(ofAnn)],
    ]);
    const ofGoal = [["is", "event:goal", ["Signup"]]];
    const ofEvents = { metrics: ["events", "bounce_rate"], dimensions: ["event:page"], filters: ofGoal };
    expect(await rows(ofEvents)).toEqual([["/", 3, null]]);
  });

  it("are rejected by page in the console, whose rows must equal a filter", async () => {
    await expect(answer({ metrics, dimensions: ["event:page"] }, "console")).rejects.toThrow(
      "Session metric(s)",
    );
    await expect(answer({ metrics, dimensions: ["event:hostname"] })).rejects.toThrow("Session metric(s)");
    await expect(answer({ metrics: ["views_per_visit"], dimensions: ["event:page"] })).rejects.toThrow(
      "Session metric(s)",
    );
  });

  it("have the deepest scroll of each visit", async () => {
    for (const format of ["plausible", "console"] as const) {
      const ask = (query: Partial<SentQuery>) => rows({ metrics: ["scroll_depth"], ...query }, format);
      expect(await ask({ dimensions: ["event:page"] })).toEqual([
        ["/docs", 100],
        ["/pricing", 50],
      ]);
      const filters = [["is", "event:page", ["/pricing"]]];
      expect(await ask({ filters })).toEqual([[50]]);
      expect(await ask({ filters, dimensions: ["visit:source"] })).toEqual(
        format === "plausible"
          ? [
              ["Google", 80],
              ["Direct / None", 20],
            ]
          : [
              ["Google", 80],
              ["(direct)", 20],
            ],
      );
      expect(await ask({ filters: [["contains", "event:page", ["/"]]] })).toEqual([[60]]);
      expect(await ask({ filters: [["is", "event:page", ["/other"]]] })).toEqual([[null]]);
      await expect(ask({})).rejects.toThrow("only be queried with event:page");
    }
  });

  it("are compared with those of an earlier range", async () => {
    const include = { comparisons: { mode: "custom", date_range: ["2026-06-17", "2026-06-17"] } };
    const compare = async (query: Partial<SentQuery>) =>
      (await answer({ ...query, include })).results.map(({ metrics, comparison }) => [
        ...metrics,
        ...(comparison?.metrics ?? []),
      ]);
    const ofPages = ["visitors", "bounce_rate", "visit_duration", "scroll_depth"];
    expect(await compare({ metrics: ofPages, dimensions: ["event:page"] })).toEqual([
      [3, 50, 180, 50, 3, 50, 180, 50],
      [2, 0, 690, 100, 2, 0, 690, 100],
    ]);
    expect(await compare({ metrics: ["visits", "exit_rate"], dimensions: ["visit:exit_page"] })).toEqual([
      [2, 66.67, 2, 66.67],
      [1, 50, 1, 50],
    ]);
  });

  it("have imported days as the other system counted them, without exit rates", async () => {
    const day = { day: "2026-06-17", visitors: 10, visits: 10, pageviews: 20, events: null };
    const counts = { ...day, bounces: 4, duration: 10_000, page_time: null, page_visits: null };
    const days = ["event:page", "visit:exit_page"].map((dimension) => ({
      ...counts,
      dimension,
      value: "/pricing",
    }));
    const of = { import_id: 1, system: "plausible" as const };
    await insertImportedDays(store, days, { of, token: "plausible imports" });
    imports = [{ id: 1, system: "plausible", reports: reportsOf(days) }];
    const include = { imports: true };
    const { results, meta } = await answer({ metrics, dimensions: ["event:page"], include });
    expect(meta.imports_included).toBe(true);
    expect(results.map((row) => row.metrics)).toEqual([
      [3 + 10, Math.round((100 * 100 * (1 + 4)) / (2 + 10)) / 100, Math.round((ofAnn + ofBob + 10) / 12)],
      [2, 0, ofCid],
    ]);
    const exits = { metrics: ["visits", "exit_rate"], dimensions: ["visit:exit_page"], include };
    expect(await rows(exits)).toEqual([
      ["/pricing", 2 + 10, 66.67],
      ["/docs", 1, 50],
    ]);
    expect((await answer(exits)).meta.metric_warnings).toHaveProperty("exit_rate");
  });

  it("have the share of views that ended a visit", async () => {
    const query = { metrics: ["visits", "exit_rate"], dimensions: ["visit:exit_page"] };
    const expected = [
      ["/pricing", 2, 66.67],
      ["/docs", 1, 50],
    ];
    expect(await rows(query)).toEqual(expected);
    expect(await rows(query, "console")).toEqual(expected);
    expect(await rows({ ...query, metrics: ["exit_rate"] })).toEqual(
      expected.map(([page, , rate]) => [page, rate]),
    );
    expect(await rows({ ...query, filters: [["is", "visit:country", ["FR"]]] })).toEqual([
      ["/pricing", 1, 100],
    ]);
    await expect(answer({ metrics: ["exit_rate"] })).rejects.toThrow("dimension visit:exit_page");
    await expect(answer({ ...query, filters: [["is", "event:page", ["/docs"]]] })).rejects.toThrow(
      "filters on event dimensions",
    );
  });
});

it.each([
  [["sequence", [["is", "event:page", ["/"]]]], "Known operators: is, is_not"],
  [["has_done", ["has_not_done", ["is", "event:page", ["/"]]]], "cannot be nested"],
])("lists the supported behavior filters: %j", async (filter, message) => {
  await expect(answer({ filters: [filter] })).rejects.toMatchObject({
    statusCode: 400,
    message: expect.stringContaining(message),
  });
});
