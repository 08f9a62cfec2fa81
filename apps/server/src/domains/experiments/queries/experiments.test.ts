import {
  EXPOSURE_EVENT,
  type Metric,
  ONE_DAY,
  ONE_HOUR,
  type TargetingAttribute,
  type TargetingCondition,
} from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { metric } from "../../../testing/experimentDefinition.ts";
import { compileSelection, EVERYTHING } from "../../questions/queries/selection.ts";
import { queryExposedUsers } from "./exposedUsers.ts";
import type { Phase } from "./exposures.ts";
import { queryMetricTimeSeries } from "./metricTimeSeries.ts";
import { queryMetricTotals } from "./metricTotals.ts";
import { queryPageTraffic } from "./pageTraffic.ts";
import { querySegmentTotals } from "./segmentTotals.ts";

const START = Date.UTC(2026, 5, 1);
const PHASE: Phase = {
  experiment: "quiz",
  phase: 2,
  variations: ["control", "shown"],
  from: START,
  to: START + 3 * ONE_DAY,
  selection: EVERYTHING,
};
let store: EventStore;
let rows = 0;

/** An event of a visitor, `hours` after the start. */
function happened(anonymous_id: string, hours: number, overrides: Partial<EventRow>): EventRow {
  rows += 1;
  return eventRow({
    message_id: `m${rows}`,
    anonymous_id,
    timestamp: START + hours * ONE_HOUR,
    type: "track",
    ...overrides,
  });
}

function saw(
  visitor: string,
  hours: number,
  variation: string,
  overrides: Partial<EventRow> = {},
  phase: number | string = 2,
) {
  const properties = { experiment_id: "quiz", experiment_phase: phase, variation_id: variation };
  return happened(visitor, hours, {
    event: EXPOSURE_EVENT,
    session_id: START + hours,
    properties: JSON.stringify(properties),
    ...overrides,
  });
}

function paid(visitor: string, hours: number, amount: unknown, overrides: Partial<EventRow> = {}) {
  return happened(visitor, hours, {
    event: "Paid",
    path: "/pricing/",
    properties: JSON.stringify({ amount }),
    ...overrides,
  });
}

function sent(visitor: string, hours: number, form: string, overrides: Partial<EventRow> = {}) {
  const properties = JSON.stringify({ form });
  return happened(visitor, hours, {
    event: "Form Sent",
    session_id: START + hours,
    properties,
    ...overrides,
  });
}

/** A page view, which puts later conversions into a visit. */
function viewedIn(visitor: string, hours: number) {
  return happened(visitor, hours, { type: "page", path: "/visited", session_id: START + hours });
}

const EVENTS = [
  ...[1, 30, 31, 32].map((hours) => viewedIn("a", hours)),
  ...[27, 28, 29].map((hours) => viewedIn("c", hours)),
  viewedIn("d", 30),
  viewedIn("b", 80),
  // Goals: one before the exposure, two of the form, one of another, one outside a visit, and those that experiments do not count.
  sent("a", 1, "demo"),
  sent("a", 30, "demo"),
  sent("a", 31, "demo"),
  sent("a", 32, "demo", { session_id: 0 }),
  sent("c", 27, "sales"),
  sent("c", 28, "demo", { audience: "customer" }),
  sent("c", 29, "demo", { demo: 1 }),
  sent("d", 30, "demo"),
  sent("b", 80, "demo"),
  // a: control, three payments that count and one before the exposure.
  paid("a", 1, 1000),
  saw("a", 2, "control", { country: "DE", source: "google" }),
  saw("a", 5, "control", { country: "FR" }),
  paid("a", 2, 10),
  paid("a", 30, 20),
  paid("a", 71, 60),
  // b: control, paid after the end.
  saw("b", 3, "control", { country: "DE" }),
  paid("b", 72, 500),
  // c: shown, paid once with a number; an amount that is not a number does not count for a mean.
  saw("c", 26, "shown", { country: "AT", source: "(internal)", last_source: "newsletter" }),
  paid("c", 27, "5"),
  paid("c", 28, 7, { path: "/lp/ai" }),
  // d: saw both variations.
  saw("d", 1, "control"),
  saw("d", 9, "shown"),
  paid("d", 10, 100),
  // Not counted: a bot, a demo visitor, a known customer, another phase, another experiment, another variation, too late or too early.
  saw("bot", 1, "shown", { bot: "crawler" }),
  saw("demo", 1, "shown", { demo: 1 }),
  saw("customer", 1, "shown", { audience: "customer" }),
  saw("earlier", 1, "shown", {}, 1),
  saw("late", 72, "shown"),
  saw("early", -1, "shown"),
  saw("unknown", 1, "gone"),
  happened("elsewhere", 1, {
    event: EXPOSURE_EVENT,
    properties: JSON.stringify({ experiment_id: "lp", experiment_phase: 2, variation_id: "shown" }),
  }),
  // Payments of bots that use the ID of a visitor.
  paid("b", 20, 900, { bot: "crawler" }),
  // e: shown, with the phase as some SDKs write it; page views only.
  saw("e", 40, "shown", { country: "DE" }, "2"),
  happened("e", 41, { type: "page", path: "/pricing" }),
  happened("e", 42, { type: "page", path: "/pricing/" }),
  happened("e", 43, { type: "page", path: "/lp/ai" }),
];

/** Page views in the month before, and payments of the same visitors. */
const BEFORE = { from: START - 28 * ONE_DAY, to: START - ONE_DAY };
const viewed = (visitor: string, days: number, overrides: Partial<EventRow> = {}) =>
  happened(visitor, -24 * days, { type: "page", path: "/pricing", ...overrides });
const EARLIER = [
  // t: on a tablet with an old browser. u: unknown attributes.
  viewed("t", 20, {
    path: "/tablets",
    device: "tablet",
    screen_class: "800-1199",
    user_id: "4711",
    referrer: "https://search.example/",
    properties: JSON.stringify({
      browser: "Safari",
      browserVersion: "17.0",
      operatingSystem: "iOS",
      operatingSystemVersion: "16.3",
      actual_url: "https://trellis.example/pricing?plan=free#plans",
      actual_path: "/pricing",
    }),
  }),
  viewed("u", 20, { path: "/tablets", url: "" }),
  viewed("f", 20, { country: "DE", device: "mobile", last_source: "Google" }),
  viewed("f", 19, { path: "/de/pricing/" }),
  paid("f", -24 * 18, 10),
  paid("f", -24 * 17, 30),
  viewed("g", 10, { path: "/de/pricing/", country: "AT" }),
  paid("g", -24 * 11, 10),
  viewed("h", 9, { path: "/", country: "DE" }),
  viewed("bot", 9, { bot: "crawler" }),
  viewed("demo", 9, { demo: 1 }),
  viewed("customer", 9, { audience: "customer" }),
  viewed("old", 29),
  viewed("late", 0.5),
];

beforeAll(async () => {
  store = await borrowEvents();
  await store.insert("events", EVENTS, "all");
  // Duplicates of earlier events, as from a resend.
  await store.insert("events", EVENTS, "again");
  await store.insert("events", EARLIER, "earlier");
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const totalsOf = async (overrides: Partial<Metric>) =>
  Object.fromEntries(await queryMetricTotals(store, PHASE, metric({ event: "Paid", ...overrides })));

it("counts each visitor of the phase once, and those who saw several variations separately", async () => {
  const { users, sawSeveral } = await queryExposedUsers(store, PHASE);
  expect([Object.fromEntries(users), sawSeveral]).toEqual([{ control: 2, shown: 2 }, 1]);
});

describe("metric totals", () => {
  it("counts visitors who converted after the first exposure and before the end", async () => {
    expect(await totalsOf({})).toEqual({
      control: { users: 2, sum: 1, sumOfSquares: 1 },
      shown: { users: 2, sum: 1, sumOfSquares: 1 },
    });
  });

  it("counts events", async () => {
    expect(await totalsOf({ type: "count" })).toEqual({
      control: { users: 2, sum: 3, sumOfSquares: 9 },
      shown: { users: 2, sum: 2, sumOfSquares: 4 },
    });
  });

  it("averages a number per visitor, for visitors who have one", async () => {
    expect(await totalsOf({ type: "mean", property: "amount" })).toEqual({
      control: { users: 1, sum: 30, sumOfSquares: 900 },
      shown: { users: 1, sum: 7, sumOfSquares: 49 },
    });
  });

  it("counts pages by path or path prefix", async () => {
    const page = { event: "", type: "count" } as const;
    expect((await totalsOf(page)).shown?.sum).toBe(6);
    expect((await totalsOf({ ...page, path: "/pricing" })).shown?.sum).toBe(2);
    expect((await totalsOf({ ...page, path: "/lp/*" })).shown?.sum).toBe(1);
    expect((await totalsOf({ type: "count", path: "/lp/*" })).shown?.sum).toBe(1);
    expect((await totalsOf({ type: "count", path: "/lp" })).shown?.sum).toBe(0);
  });

  it("counts conversions of a goal", async () => {
    const condition = { kind: "form", step: "sent", form: "demo" } as const;
    const goal = { event: "", condition };
    expect(await totalsOf(goal)).toEqual({
      control: { users: 2, sum: 1, sumOfSquares: 1 },
      shown: { users: 2, sum: 0, sumOfSquares: 0 },
    });
    expect((await totalsOf({ ...goal, type: "count" })).control).toMatchObject({ sum: 2, sumOfSquares: 4 });
    expect((await totalsOf({ ...goal, condition: { ...condition, form: null } })).shown?.sum).toBe(1);
  });

  it("adds up what a visitor's events are worth, and counts those without any as 0", async () => {
    expect(await totalsOf({ type: "value", property: "amount" })).toEqual({
      control: { users: 2, sum: 90, sumOfSquares: 8100 },
      shown: { users: 2, sum: 7, sumOfSquares: 49 },
    });
    const condition = { kind: "form", step: "sent", form: "demo" } as const;
    expect(await totalsOf({ event: "", type: "value", condition, worth: 2.5 })).toEqual({
      control: { users: 2, sum: 5, sumOfSquares: 25 },
      shown: { users: 2, sum: 0, sumOfSquares: 0 },
    });
  });

  it("counts leads with consent from the first exposure on, and their outcomes", async () => {
    const lead = (index: number, visitor_id: string, hours: number, overrides: object = {}) => ({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      version: 1,
      site: "trellis.example",
      timestamp: START + hours * ONE_HOUR,
      kind: "contact",
      form: "sales",
      status: "new",
      value: 0,
      audience: "visitor",
      consented: 1,
      visitor_id,
      session_id: START + hours * ONE_HOUR,
      ...overrides,
    });
    const leads = [
      lead(0, "a", 1),
      lead(1, "a", 20, { status: "won", value: 1200.5 }),
      lead(2, "a", 21, { status: "won", value: 100 }),
      lead(3, "b", 22, { status: "spam" }),
      lead(4, "b", 23, { audience: "customer", status: "won", value: 9 }),
      lead(5, "c", 30),
      lead(6, "d", 30, { status: "won", value: 7 }),
      lead(7, "", 30, { consented: 0, session_id: 0 }),
    ];
    await store.insert("leads", leads, "leads");
    const ofLeads = (overrides: Partial<Metric>) => totalsOf({ event: "", ...overrides });
    expect(await ofLeads({ lead: "leads" })).toEqual({
      control: { users: 2, sum: 1, sumOfSquares: 1 },
      shown: { users: 2, sum: 1, sumOfSquares: 1 },
    });
    expect((await ofLeads({ lead: "won_leads", type: "count" })).control).toMatchObject({ sum: 2 });
    expect(await ofLeads({ lead: "won_value", type: "value" })).toEqual({
      control: { users: 2, sum: 1300.5, sumOfSquares: 1300.5 ** 2 },
      shown: { users: 2, sum: 0, sumOfSquares: 0 },
    });
  });

  it("accepts any event name", async () => {
    expect(
      (await totalsOf({ event: 'O\'Brien \\ "x"', type: "mean", property: "a'b" })).shown,
    ).toBeUndefined();
  });
});

describe("segments", () => {
  const splitBy = (split: SegmentDimension, most = 10) =>
    querySegmentTotals(store, PHASE, { metric: metric({ event: "Paid" }), split, most });

  it("use the visit of the first exposure, and are sorted by size", async () => {
    expect(await splitBy("visit:country")).toEqual([
      { value: "DE", variation: "control", users: 2, sum: 1, sumOfSquares: 1 },
      { value: "DE", variation: "shown", users: 1, sum: 0, sumOfSquares: 0 },
      { value: "AT", variation: "shown", users: 1, sum: 1, sumOfSquares: 1 },
    ]);
    expect((await splitBy("visit:country", 1)).map(({ value }) => value)).toEqual(["DE", "DE"]);
  });

  it("distinguish new from returning visitors", async () => {
    const again = "returned";
    const exposure = { experiment_id: "again", experiment_phase: 1, variation_id: "control" };
    const sawAgain = (visitor: string) =>
      happened(visitor, 9, {
        event: EXPOSURE_EVENT,
        session_id: START + 9 * ONE_HOUR,
        properties: JSON.stringify(exposure),
      });
    await store.insert(
      "events",
      [
        happened(again, -2000, { type: "page", session_id: START - 2000 * ONE_HOUR }),
        // Outside a visit, so its attributes are unknown.
        { ...sawAgain("outside"), session_id: 0 },
        ...["first time", again].map(sawAgain),
      ],
      "returned",
    );
    const phase = { ...PHASE, experiment: "again", phase: 1 };
    const totals = await querySegmentTotals(store, phase, { metric: metric(), split: "returning", most: 5 });
    expect(totals.map(({ value, users }) => [value, users])).toEqual([
      ["", 1],
      ["new", 1],
      ["returning", 1],
    ]);
  });
});

describe("the time series", () => {
  const ends = [1, 2, 3].map((days) => START + days * ONE_DAY);
  const courseOf = (overrides: Partial<Metric>) =>
    queryMetricTimeSeries(store, PHASE, { metric: metric({ event: "Paid", ...overrides }), ends });

  it("returns when each visitor and each conversion was added", async () => {
    expect(await courseOf({})).toEqual([
      { variation: "control", step: 0, users: 2, sum: 1, sumOfSquares: 1 },
      { variation: "control", step: 1, users: 0, sum: 0, sumOfSquares: 0 },
      { variation: "shown", step: 1, users: 2, sum: 1, sumOfSquares: 1 },
      { variation: "control", step: 2, users: 0, sum: 0, sumOfSquares: 0 },
    ]);
  });

  const condition = { kind: "form", step: "sent", form: null } as const;
  it.each([
    {},
    { type: "count" },
    { type: "mean", property: "amount" },
    { type: "value", property: "amount" },
    { event: "", condition },
  ] satisfies Partial<Metric>[])("adds up to the totals: %j", async (overrides) => {
    const sums: Record<string, object> = {};
    const course = await courseOf(overrides);
    for (const variation of PHASE.variations) {
      const variationCourse = course.filter((growth) => growth.variation === variation);
      const total = (name: "users" | "sum" | "sumOfSquares") =>
        variationCourse.reduce((sum, growth) => sum + growth[name], 0);
      sums[variation] = { users: total("users"), sum: total("sum"), sumOfSquares: total("sumOfSquares") };
    }
    expect(sums).toEqual(await totalsOf(overrides));
  });
});

describe("the traffic of pages", () => {
  const PATHS = ["/pricing", "/de/pricing"];
  const trafficOf = (overrides: Partial<Parameters<typeof queryPageTraffic>[2]> = {}) =>
    queryPageTraffic(store, BEFORE, {
      hosts: [],
      paths: PATHS,
      targeting: [],
      metric: metric({ event: "Paid" }),
      ...overrides,
    });

  it("counts each visitor once, and their events from the first view on", async () => {
    const since = START - 20 * ONE_DAY;
    expect(await trafficOf()).toEqual({ visitors: 2, since, users: 2, sum: 1, sumOfSquares: 1 });
    const mean = metric({ event: "Paid", type: "mean", property: "amount" });
    expect(await trafficOf({ metric: mean })).toMatchObject({ visitors: 2, users: 1, sum: 20 });
    expect((await trafficOf({ paths: [] })).visitors).toBe(5);
    expect((await trafficOf({ paths: ["/"] })).visitors).toBe(1);
    expect((await trafficOf({ hosts: ["trellis.example"] })).visitors).toBe(2);
    expect((await trafficOf({ hosts: ["docs.trellis.example"] })).visitors).toBe(0);
  });

  it("is null without visitors", async () => {
    expect(await trafficOf({ paths: ["/nowhere"] })).toEqual({
      visitors: 0,
      since: null,
      users: 0,
      sum: 0,
      sumOfSquares: 0,
    });
  });

  it("matches the targeting, whatever it contains", async () => {
    const visitorsOf = async (...targeting: TargetingCondition[]) =>
      (await trafficOf({ targeting })).visitors;
    expect(await visitorsOf({ attribute: "country", operator: "in", values: ["DE", "CH"] })).toBe(1);
    expect(await visitorsOf({ attribute: "country", operator: "not-in", values: ["AT"] })).toBe(1);
    expect(await visitorsOf({ attribute: "utm_source", operator: "contains", values: ["x", "goog"] })).toBe(
      1,
    );
    const odd = ["O'Brien \\", 'a "b"'];
    for (const operator of ["in", "contains"] as const)
      expect(await visitorsOf({ attribute: "id", operator, values: odd })).toBe(0);
    const both: TargetingCondition[] = [
      { attribute: "device", operator: "in", values: ["mobile"] },
      { attribute: "country", operator: "in", values: ["AT"] },
    ];
    expect(await visitorsOf(...both)).toBe(0);
  });

  it("counts tablets as mobile, and takes the path from the address bar", async () => {
    const visitorsOf = async (attribute: TargetingAttribute, value: string) =>
      (await trafficOf({ paths: ["/tablets"], targeting: [{ attribute, operator: "in", values: [value] }] }))
        .visitors;
    expect([await visitorsOf("device", "mobile"), await visitorsOf("device", "tablet")]).toEqual([1, 0]);
    expect([await visitorsOf("pathName", "/pricing"), await visitorsOf("pathName", "/tablets")]).toEqual([
      1, 1,
    ]);
  });

  it.each<[TargetingAttribute, string, string]>([
    ["isTabletSize", "true", "false"],
    ["isDesktopSize", "false", "true"],
    ["browser", "Safari", "Chrome"],
    ["isModernBrowser", "false", "true"],
    ["url", "https://trellis.example/pricing?plan=free", "https://trellis.example/"],
    ["referrer", "https://search.example/", "https://news.example/"],
    ["user_id", "4711", "4712"],
  ])(
    "targets %s as flags do: %s and not %s, and never matches unknown values",
    async (attribute, matching, other) => {
      const visitorsOf = async (...conditions: [TargetingCondition["operator"], string][]) => {
        const targeting = conditions.map(([operator, value]) => ({ attribute, operator, values: [value] }));
        return (await trafficOf({ paths: ["/tablets"], targeting })).visitors;
      };
      // All conditions together; each must match.
      expect(await visitorsOf(["in", matching], ["contains", matching], ["not-in", other])).toBe(1);
      expect([await visitorsOf(["in", other]), await visitorsOf(["not-in", matching])]).toEqual([0, 0]);
    },
  );
});

it("counts visitors by the visit in which they first saw the experiment, regardless of their other visits", async () => {
  const visit = (visitor: string, hours: number, country: string) => {
    const place = { country, session_id: START + hours * ONE_HOUR };
    const exposure = { experiment_id: "filtered", experiment_phase: 1, variation_id: "control" };
    return {
      page: happened(visitor, hours, { ...place, type: "page", path: "/" }),
      saw: happened(visitor, hours, {
        ...place,
        event: EXPOSURE_EVENT,
        properties: JSON.stringify(exposure),
      }),
      sent: sent(visitor, hours, "demo", place),
    };
  };
  const [first, abroad, home, before, after] = [
    visit("first at home", 1, "DE"),
    visit("first abroad", 1, "FR"),
    visit("first abroad", 9, "DE"),
    visit("home before", 1, "DE"),
    visit("home before", 9, "FR"),
  ];
  const all = [first, abroad, home, after].flatMap((each) => Object.values(each));
  await store.insert("events", [...all, before.page], "filtered");
  const inGermany = compileSelection({
    conditions: [{ operator: "is", dimension: "visit:country", values: ["DE"], modifiers: {} }],
    goals: [],
  });
  const phase = { ...PHASE, experiment: "filtered", phase: 1 };
  const filtered = { ...phase, selection: inGermany };
  expect((await queryExposedUsers(store, phase)).users).toEqual(new Map([["control", 3]]));
  expect((await queryExposedUsers(store, filtered)).users).toEqual(new Map([["control", 1]]));
  const goal = metric({ event: "", condition: { kind: "form", step: "sent", form: "demo" } });
  expect(await queryMetricTotals(store, filtered, goal)).toEqual(
    new Map([["control", { users: 1, sum: 1, sumOfSquares: 1 }]]),
  );
  const totals = await querySegmentTotals(store, filtered, { metric: goal, split: "visit:country", most: 5 });
  expect(totals).toMatchObject([{ value: "DE", users: 1 }]);
  const growth = await queryMetricTimeSeries(store, filtered, { metric: goal, ends: [phase.to] });
  expect(growth).toMatchObject([{ variation: "control", users: 1, sum: 1 }]);
});
