import { type GoalCondition, NOT_SET, ONE_HOUR, sourceOf } from "@marquee/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClockMemory } from "../../../ingest/clockMemory.ts";
import { enrich } from "../../../ingest/enrich.ts";
import { textRules } from "../../../ingest/textRules.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { TEST_SITE } from "../../../testing/startTestStores.ts";
import { interactionParams } from "../../heatmaps/queries/interactions.ts";
import { writeNode } from "../../journeys/queries/pathNodes.ts";
import { askStore } from "./askStore.ts";
import type { Condition, Question } from "./question.types.ts";
import { EVERYTHING } from "./selection.ts";
import { storedValues } from "./storedValues.ts";

const NOON = Date.UTC(2026, 5, 17, 12);
const RANGE = { from: NOON - 12 * ONE_HOUR, to: NOON + 3 * ONE_HOUR };
const PATHS = ["/caf%C3%A9", "/café", "/caf%c3%a9", "/%F0%9F%92%A5", "/💥", "/pricing"];
const CAMPAIGNS = [
  "?utm_source=Acme-Partner&utm_medium=Social&utm_campaign=Spring",
  "?utm_source=acme-partner%20&utm_medium=social&utm_campaign=+spring",
  "?utm_source=google%20&utm_medium=CPC",
  "?utm_source=Google&utm_medium=cpc",
];

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
  const facts = {
    receivedAt: NOON,
    userAgent: "",
    writeKey: "local",
    country: "",
    sentAt: NOON,
    site: TEST_SITE,
    rules: textRules(TEST_SITE.hosts, new Set<string>()),
    customers: { groupIds: [], domains: [] },
    correctionOf: createClockMemory().correctionOf,
    sessionOf: (_visitor: string, timestamp: number) => timestamp,
  };
  const view = (id: string, properties: object) =>
    enrich({ type: "page", messageId: id, anonymousId: id, timestamp: NOON, properties }, facts);
  await store.insert(
    "events",
    [
      ...PATHS.map((path, index) => view(`p${index}`, { url: "https://trellis.example/", path })),
      ...CAMPAIGNS.map((query, index) =>
        view(`c${index}`, { url: `https://trellis.example/campaign${query}`, path: "/campaign" }),
      ),
    ],
    "spelling",
  );
  const days = { import_id: 1, system: "ga4", day: "2026-06-17", visitors: 1, visits: 1, pageviews: 1 };
  await store.insert(
    "imported_days",
    [
      ...["/caf%C3%A9", "/café"].map((value) => ({ ...days, dimension: "event:page", value })),
      ...["Acme-Partner", "acme-partner "].map((value) => ({
        ...days,
        dimension: "visit:utm_source",
        value,
      })),
    ],
    "imported spelling",
  );
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const ask = async (overrides: Partial<Question>) => {
  const rows = await askStore(store, {
    metrics: ["pageviews"],
    dimensions: [],
    conditions: [],
    goals: [],
    range: RANGE,
    tz: "UTC",
    weekStart: 1,
    order: [],
    limit: 100,
    offset: 0,
    ...overrides,
  } as Question);
  return rows.map(({ dimensions, metrics }) => [...dimensions, metrics[0]]);
};
const where = (operator: string, dimension: string, value: string) =>
  ask({ conditions: [{ operator, dimension, values: [value], modifiers: {} } as Condition] });

describe("paths", () => {
  it("are one row, shown decoded", async () => {
    const rows = [
      ["/café", 3],
      ["/campaign", 4],
      ["/pricing", 1],
      ["/💥", 2],
    ];
    expect(await ask({ dimensions: ["event:page"] })).toEqual(rows);
    expect(await ask({ dimensions: ["visit:entry_page"] })).toEqual(rows);
  });

  it.each([
    ["is", "event:page", "/café", 3],
    ["is", "event:page", "/caf%C3%A9", 3],
    ["is", "visit:exit_page", "/caf%c3%a9", 3],
    ["contains", "event:page", "é", 3],
    ["contains", "event:page", "%C3%A9", 3],
    ["contains", "event:page", "💥", 2],
    ["matches", "event:page", "^/caf.$", 3],
    ["matches", "event:page", "^/caf%C3%A9$", 3],
    ["is_not", "event:page", "/caf%C3%A9", 7],
  ])("are found by %s %s %s", async (operator, dimension, value, count) => {
    expect(await where(operator, dimension, value)).toEqual([[count]]);
  });

  it.each<[string, GoalCondition]>([
    ["is", { kind: "page", match: "is", path: "/caf%C3%A9" }],
    ["contains", { kind: "page", match: "contains", path: "é" }],
    ["starts with", { kind: "page", match: "starts with", path: "/caf%c3%a9" }],
    ["for no time", { kind: "time", path: "/caf%C3%A9", seconds: 0 }],
  ])("are found by goals: %s", async (_match, condition) => {
    const goal = { id: 1, name: "seen", condition, value: null };
    const rows = await ask({ metrics: ["events"], dimensions: ["event:goal"], goals: [goal] });
    expect(rows).toEqual([["seen", 3]]);
  });

  it("are found on heatmaps and journeys in either spelling", () => {
    const filter = { ...RANGE, selection: EVERYTHING };
    expect(interactionParams({ ...filter, page: "/caf%C3%A9" })).toMatchObject({ page: "/café" });
    expect(writeNode({ kind: "page", name: "/caf%C3%A9", detail: "" })).toBe("page\n/café\n");
  });

  it("share a row with those of imports, including earlier ones", async () => {
    const [row] = (await ask({ dimensions: ["event:page"], imports: [1] })).filter(
      ([path]) => path === "/café",
    );
    expect(row).toEqual(["/café", 5]);
    const condition = { operator: "is", dimension: "event:page", values: ["/caf%C3%A9"], modifiers: {} };
    expect(await ask({ conditions: [condition as Condition], imports: [1] })).toEqual([[5]]);
  });
});

describe("campaigns", () => {
  it("are one row, in lower case; known sites have their names", async () => {
    expect(await ask({ dimensions: ["visit:utm_source"] })).toEqual([
      [NOT_SET, 6],
      ["acme-partner", 2],
      ["google", 2],
    ]);
    expect(await ask({ dimensions: ["visit:utm_medium", "visit:source"] })).toEqual([
      [NOT_SET, "(direct)", 6],
      ["cpc", "Google", 2],
      ["social", "acme-partner", 2],
    ]);
  });

  it.each([
    ["is", "visit:utm_source", "Acme-Partner", 2],
    ["is", "visit:utm_source", " acme-partner ", 2],
    ["is", "visit:utm_medium", "Social", 2],
    ["is", "visit:utm_campaign", "Spring", 2],
    ["contains", "visit:utm_source", "Acme", 2],
    ["matches", "visit:utm_source", "^Acme", 2],
    ["is", "visit:source", "Acme-Partner", 2],
    ["is", "visit:source", "google", 2],
    ["is", "visit:source", "(direct)", 6],
    ["contains", "visit:source", "goog", 2],
    ["matches", "visit:source", "^(google|ACME)", 4],
    ["is", "visit:utm_source", NOT_SET, 6],
    ["is_not", "visit:utm_medium", "SOCIAL", 8],
  ])("are found by %s %s %j", async (operator, dimension, value, count) => {
    expect(await where(operator, dimension, value)).toEqual([[count]]);
  });

  it("share a row with those of earlier imports", async () => {
    const rows = await ask({ dimensions: ["visit:utm_source"], imports: [1] });
    expect(rows).toContainEqual(["acme-partner", 4]);
  });
});

it("finds every known site by the name in its visits", () => {
  const hosts = [
    "search.aol.com",
    "www.lycos.com",
    "coccoc.com",
    "suche.web.de",
    "search.brave.com",
    "presearch.com",
  ];
  for (const referrerHost of [...hosts, "m.facebook.com", "chatgpt.com", "unknown.example"]) {
    const name = sourceOf({ utm: { source: "", medium: "", campaign: "" }, referrerHost, siteHosts: [] });
    expect(storedValues({ dimension: "visit:source", kind: "is", values: [name] }).values).toContain(name);
  }
});

it("leaves values of other dimensions unchanged", () => {
  const values = ["Form Sent", "/caf%C3%A9", " A "];
  for (const dimension of ["event:name", "event:props:plan", "visit:country", "lead:form"])
    expect(storedValues({ dimension, kind: "is", values })).toEqual({ values, ignoresCase: false });
});
