import {
  alternativesOf,
  type GoalCondition,
  MAX_GOAL_TIME,
  NOT_FOUND_PAGE,
  ONE_DAY,
  ONE_MINUTE,
  ONE_SECOND,
  type SingleCondition,
} from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { InteractionRow } from "../../../platform/storage/events/replayRows.types.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { createBindings } from "./bindings.ts";
import { goalHits } from "./goalHits.ts";

const IS_SOAK = process.env.SOAK !== undefined;
let store: EventStore;

beforeAll(async () => {
  store = await borrowEvents();
});
afterAll(() => store.stop());

const PATHS = ["/", "/pricing", "/pricing/", "/de/pricing", "/it's"];
const TEXTS = ["", "a", 'it\'s \\ "b"', "{p0:String}"];
const SELECTORS = [...TEXTS, 'html a[href="\\/de\\/sign-up"]', 'html a[href="\\/sign-up"]', '[href="/it"]'];
const TARGETS = ["Start", "it's", "/sign-up", "/sign-up#form", "app.example/it/login"];
const EVENTS = {
  "Form Sent": { form: ["sales", "demo"] },
  "Form Started": { form: ["sales", "sign-up"] },
  "Overlay Opened": { overlay: ["sign-up", "ai-demo"] },
  "Section Viewed": { sectionInternalName: ["", "pricing/plans"], sectionId: ["plans", "faq"] },
  "click web": {
    buttonClicked: ["Start", "it's"],
    root: ["header", "home", "de-pricing"],
    location: ["nav", "hero"],
    href: [
      "https://trellis.example/de/sign-up?utm_source=x",
      "/sign-up",
      "https://trellis.example/sign-up/#form",
      "https://app.example/it/login?a=b",
      "",
    ],
  },
  Paid: { amount: [5, 1.5, "5", true, null, "it's"], plan: TEXTS },
} as const satisfies Record<string, Record<string, readonly unknown[]>>;

/** A visit: steps with gaps in milliseconds, none over 30 minutes, each a page view or an event. */
const step = fc.record({
  wait: fc.integer({ min: 0, max: MAX_GOAL_TIME * ONE_SECOND - 1 }),
  path: fc.constantFrom(...PATHS),
  event: fc.oneof(
    { weight: 2, arbitrary: fc.constant({ name: "", properties: {} }) },
    fc.constant({ name: "", properties: {}, isLost: true }),
    ...Object.entries(EVENTS).map(([name, values]) =>
      fc
        .record(
          Object.fromEntries(Object.entries(values).map(([key, list]) => [key, fc.constantFrom(...list)])),
          { requiredKeys: [] },
        )
        .map((properties) => ({ name, properties: properties as Record<string, unknown> })),
    ),
  ),
  isCopied: fc.boolean(),
});
const interaction = fc.record({
  at: fc.integer({ min: 0, max: 60 }),
  path: fc.constantFrom(...PATHS),
  selector: fc.constantFrom(...SELECTORS),
  clicks: fc.integer({ min: 0, max: 3 }),
  height: fc.constantFrom(0, 1000, 3000),
  reached: fc.integer({ min: 0, max: 3500 }),
  isKnown: fc.boolean(),
});
const visit = fc.record({
  visitor: fc.constantFrom("ann", "bob", "eve"),
  start: fc.integer({ min: -3 * 60, max: 3 * 60 }),
  isBot: fc.boolean(),
  steps: fc.array(step, { minLength: 1, maxLength: 6 }),
  interactions: fc.array(interaction, { maxLength: 4 }),
});

const anyPath = fc.constantFrom("", ...PATHS);
const property = fc.constantFrom(
  ...Object.entries(EVENTS.Paid).flatMap(([name, values]) =>
    values.map((value) => ({ name, value: value === null ? "" : String(value) })),
  ),
);
const single: fc.Arbitrary<SingleCondition> = fc.oneof(
  fc.record({
    kind: fc.constant("page" as const),
    match: fc.constantFrom("is", "contains", "starts with"),
    path: fc.constantFrom(...PATHS, "pri", "%", "_"),
  }),
  fc.record({
    kind: fc.constant("event" as const),
    event: fc.constantFrom("Paid", "paid", "Form Sent"),
    properties: fc.array(property, { maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant("form" as const),
    step: fc.constantFrom("started", "sent"),
    form: fc.constantFrom("sales", "demo", null),
  }),
  fc.record({ kind: fc.constant("overlay" as const), overlay: fc.constantFrom("sign-up", "ai-demo", "x") }),
  fc.record({
    kind: fc.constant("section" as const),
    section: fc.constantFrom("pricing/plans", "plans", "faq"),
  }),
  fc.record({
    kind: fc.constant("button" as const),
    label: fc.constantFrom("Start", "it's"),
    root: fc.constantFrom("header", "home"),
    location: fc.constantFrom("nav", "hero"),
  }),
  fc.record({
    kind: fc.constant("click" as const),
    label: fc.constant("Start"),
    targets: fc.uniqueArray(fc.constantFrom(...TARGETS), { minLength: 1, maxLength: 2 }),
    path: fc.constantFrom("", "", "/pricing", "/"),
    root: fc.constantFrom("", "", "header", "pricing", "home"),
    location: fc.constantFrom("", "", "nav"),
  }),
  fc.record({
    kind: fc.constant("element" as const),
    path: anyPath,
    selector: fc.constantFrom(...SELECTORS),
  }),
  fc.record({
    kind: fc.constant("time" as const),
    path: anyPath,
    seconds: fc.constantFrom(1, 60, 600, MAX_GOAL_TIME),
  }),
  fc.record({
    kind: fc.constant("scroll" as const),
    path: anyPath,
    percent: fc.integer({ min: 1, max: 100 }),
  }),
);

const condition: fc.Arbitrary<GoalCondition> = fc.oneof(
  { weight: 3, arbitrary: single },
  {
    weight: 1,
    arbitrary: fc.array(single, { minLength: 2, maxLength: 4 }).map((of) => ({ kind: "any" as const, of })),
  },
);

interface Rows {
  events: EventRow[];
  interactions: InteractionRow[];
}
type Hit = readonly [visitor: string, session: number, at: number, page: string];

let runs = 0;
const BASE = Date.UTC(2026, 0, 10);

/** Rows around a separate range, so that runs do not affect each other. Visits of one visitor differ by days in their IDs only. */
function rowsOf(
  visits: readonly (typeof visit extends fc.Arbitrary<infer Value> ? Value : never)[],
): Rows & { from: number; to: number } {
  runs += 1;
  const from = BASE + runs * 2 * ONE_DAY;
  const events: EventRow[] = [];
  const interactions: InteractionRow[] = [];
  visits.forEach(({ visitor, start, isBot, steps, interactions: seen }, index) => {
    let at = from + start * ONE_MINUTE;
    const session_id = from + index + 1;
    const visitFields = { anonymous_id: visitor, session_id, bot: isBot ? "crawler" : "" };
    steps.forEach(({ wait, path: page, event, isCopied }, number) => {
      at += wait;
      const row = eventRow({
        ...visitFields,
        message_id: `${runs}-${index}-${number}`,
        timestamp: at,
        type: event.name === "" ? "page" : "track",
        event: event.name,
        name: "isLost" in event ? NOT_FOUND_PAGE : "",
        path: page,
        properties: JSON.stringify(event.properties),
      });
      events.push(row, ...(isCopied ? [row] : []));
    });
    seen.forEach(({ height, reached, isKnown, at: minute, ...each }, number) => {
      interactions.push({
        ...each,
        message_id: `${runs}-${index}-${number}`,
        type: number % 2 === 0 ? "click" : "scroll",
        session_id: isKnown ? session_id : 0,
        visitor_id: isKnown ? visitor : "",
        timestamp: from + minute * ONE_MINUTE,
        received_at: from,
        url: `https://trellis.example${each.path}`,
        max_scroll_height: reached,
        page_height: height,
      } as InteractionRow);
    });
  });
  return { events, interactions, from, to: from + 60 * ONE_MINUTE };
}

const texts = ({ properties }: EventRow): Record<string, string> =>
  Object.fromEntries(
    Object.entries(JSON.parse(properties) as Record<string, unknown>).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );

const withoutLocale = (path: string) => path.replace(/^\/(?:de|it)(?=\/|"|$)/, "") || "/";

/** The target of a link in the test, or the text of a button. */
function targetOf({ href = "", buttonClicked = "" }: Record<string, string>): string {
  if (href === "") return buttonClicked;
  const { host, pathname, hash } = new URL(href, "https://trellis.example");
  if (host !== "trellis.example") return host + pathname;
  return withoutLocale(pathname.replace(/(.)\/$/, "$1")) + hash;
}

const elementOf = (selector: string) => selector.replace(/(\[href="\\?\/)(?:de|it)(?:\\?\/|(?="))/, "$1");

/** Each event counts once, however many alternatives it matches. */
function naiveHits(condition: GoalCondition, rows: Rows): Hit[] {
  const alternatives = alternativesOf(condition);
  const elements = alternatives.filter(({ kind }) => kind === "element");
  const views = alternatives.filter(({ kind }) => kind === "time" || kind === "scroll");
  const events = alternatives.filter((each) => !elements.includes(each) && !views.includes(each));
  const ofEvent = (row: EventRow) =>
    events.some((each) => hitsOf(each, { events: [row], interactions: [] }).length > 0);
  const ofClick = (row: InteractionRow) =>
    elements
      .map((each) => hitsOf(each, { events: [], interactions: [row] }))
      .find((hits) => hits.length > 0) ?? [];
  const once = [...new Map(rows.events.map((row) => [row.message_id, row])).values()];
  const ofViews = views.flatMap((each) =>
    hitsOf(each, rows).map((hit) => [`${each.kind} ${hit.join()}`, hit] as const),
  );
  return [
    ...once.filter(ofEvent).flatMap((row) => [hitOf(row)]),
    ...rows.interactions.flatMap(ofClick),
    ...new Map(ofViews).values(),
  ];
}

const hitOf = (row: EventRow | InteractionRow): Hit => [
  row.visitor_id,
  row.session_id,
  row.timestamp,
  row.path,
];

/** The hits by definition, over all rows. */
function hitsOf(condition: SingleCondition, rows: Rows): Hit[] {
  const events = [...new Map(rows.events.map((row) => [row.message_id, row])).values()].filter(
    ({ bot }) => bot === "",
  );
  const tracked = (name: string, isMet: (properties: Record<string, string>) => boolean) =>
    events.filter((row) => row.event === name && isMet(texts(row))).map(hitOf);
  const isPath = (path: string, row: { path: string }) => path === "" || path === row.path;
  const isPage = ({ type, name }: EventRow) => type === "page" && name !== NOT_FOUND_PAGE;
  const namedInteractions = rows.interactions.filter(({ visitor_id }) => visitor_id !== "");
  switch (condition.kind) {
    case "page": {
      const path = condition.path;
      const isMet = {
        is: (text: string) => text === path,
        contains: (text: string) => text.includes(path),
        "starts with": (text: string) => text.startsWith(path),
      }[condition.match];
      return events.filter((row) => isPage(row) && isMet(row.path)).map(hitOf);
    }
    case "event":
      return tracked(condition.event, (properties) =>
        condition.properties.every(({ name, value }) => (properties[name] ?? "") === value),
      );
    case "form":
      return tracked(condition.step === "sent" ? "Form Sent" : "Form Started", (properties) =>
        condition.form === null ? true : properties.form === condition.form,
      );
    case "overlay":
      return tracked("Overlay Opened", ({ overlay }) => overlay === condition.overlay);
    case "section":
      return tracked(
        "Section Viewed",
        ({ sectionInternalName, sectionId }) =>
          (sectionInternalName || sectionId || "") === condition.section,
      );
    case "button":
      return tracked(
        "click web",
        ({ buttonClicked, root, location }) =>
          buttonClicked === condition.label && root === condition.root && location === condition.location,
      );
    case "click":
      return events
        .filter((row) => row.event === "click web")
        .filter((row) => {
          const properties = texts(row);
          const isLocalized = withoutLocale(row.path) !== row.path;
          const root = isLocalized
            ? (properties.root ?? "").replace(/^de-/, "") || "home"
            : (properties.root ?? "");
          return (
            condition.targets.includes(targetOf(properties)) &&
            ["", withoutLocale(row.path)].includes(condition.path) &&
            ["", root].includes(condition.root) &&
            ["", properties.location ?? ""].includes(condition.location)
          );
        })
        .map(hitOf);
    case "element":
      return namedInteractions
        .filter((row) => row.type === "click" && isPath(condition.path, row))
        .filter(({ selector }) =>
          condition.path === ""
            ? elementOf(selector) === elementOf(condition.selector)
            : selector === condition.selector,
        )
        .flatMap((row) => Array.from({ length: row.clicks }, () => hitOf(row)));
    case "scroll": {
      const views = new Map<string, { row: InteractionRow; depth: number }>();
      for (const row of namedInteractions.filter((each) => each.type === "scroll" && each.page_height > 0)) {
        const key = JSON.stringify([row.visitor_id, row.session_id, row.path, row.timestamp]);
        const depth = Math.max(
          views.get(key)?.depth ?? 0,
          Math.min(1, row.max_scroll_height / row.page_height),
        );
        views.set(key, { row, depth });
      }
      return [...views.values()]
        .filter(
          ({ row, depth }) =>
            isPath(condition.path, row) && Math.floor(100 * depth + 0.001) >= condition.percent,
        )
        .map(({ row }) => hitOf(row));
    }
    case "time": {
      return [...new Set(events.map(({ session_id }) => session_id))].flatMap((session) => {
        const all = events.filter(({ session_id }) => session_id === session);
        const last = Math.max(...all.map(({ timestamp }) => timestamp));
        const views = all
          .filter(({ type }) => type === "page")
          .sort((a, b) => a.timestamp - b.timestamp || (a.message_id < b.message_id ? -1 : 1));
        return views.flatMap((row, index): Hit[] => {
          const at = row.timestamp + condition.seconds * ONE_SECOND;
          const isMet =
            (views[index + 1]?.timestamp ?? last) >= at && isPage(row) && isPath(condition.path, row);
          return isMet ? [[row.visitor_id, row.session_id, at, row.path]] : [];
        });
      });
    }
  }
}

async function storedHits(condition: GoalCondition, range: { from: number; to: number }): Promise<Hit[]> {
  const bindings = createBindings(range);
  const sql = `SELECT visitor_id, toString(session_id) AS session, toUnixTimestamp64Milli(at) AS hit_at, page
    FROM (${goalHits({ condition }, bindings)})`;
  const rows = await store.query<{ visitor_id: string; session: string; hit_at: string; page: string }>(
    sql,
    bindings.params,
  );
  return rows.map(({ visitor_id, session, hit_at, page }) => [
    visitor_id,
    Number(session),
    Number(hit_at),
    page,
  ]);
}

const sorted = (hits: readonly Hit[]) => hits.map((each) => JSON.stringify(each)).sort();

it("finds the same conversions as a count by definition", async () => {
  const run = fc.asyncProperty(
    fc.array(visit, { minLength: 1, maxLength: 8 }),
    fc.array(condition, { minLength: 10, maxLength: 10 }),
    async (visits, conditions) => {
      const { from, to, ...rows } = rowsOf(visits);
      await store.insert("events", rows.events, `e${runs}`);
      await store.insert("interactions", rows.interactions, `i${runs}`);
      for (const each of conditions) {
        const expected = naiveHits(each, rows).filter(([, , at]) => at >= from && at < to);
        expect(sorted(await storedHits(each, { from, to }))).toEqual(sorted(expected));
      }
    },
  );
  await fc.assert(run, { numRuns: IS_SOAK ? 100 : 4, endOnFailure: !IS_SOAK });
}, 600_000);

it("finds the goals of every kind in one statement", async () => {
  const { from, to, ...rows } = rowsOf([]);
  const session = { session_id: from, anonymous_id: "ann", timestamp: from };
  const page = eventRow({ ...session, message_id: "all-1", path: "/all" });
  const sent = eventRow({
    ...session,
    message_id: "all-2",
    type: "track",
    event: "Form Sent",
    timestamp: from + 10,
  });
  await store.insert("events", [page, sent], "all");
  const conditions: GoalCondition[] = [
    { kind: "page", match: "is", path: "/all" },
    { kind: "form", step: "sent", form: null },
    { kind: "element", path: "/", selector: "a" },
    { kind: "time", path: "", seconds: 1 },
    { kind: "scroll", path: "", percent: 1 },
  ];
  const bindings = createBindings({ from, to });
  const union = conditions.map((each) => `(${goalHits({ condition: each }, bindings)})`).join(" UNION ALL ");
  const hits = await store.query(
    `SELECT kind, event, page, properties FROM (${union}) ORDER BY kind`,
    bindings.params,
  );
  expect(rows.events).toEqual([]);
  expect(hits).toEqual([
    { kind: "page", event: "", page: "/all", properties: "{}" },
    { kind: "track", event: "Form Sent", page: "/pricing", properties: "{}" },
  ]);
});

it.each([
  [{ kind: "page", match: "contains", path: "'; DROP TABLE events; --" }],
  [{ kind: "event", event: "{from:Int64}", properties: [{ name: "\\'\"", value: "\u0000\n\t\\" }] }],
  [{ kind: "element", path: "/", selector: 'a[href="/x\\""]' }],
] satisfies [GoalCondition][])("binds hostile texts: %j", async (hostile) => {
  expect(await storedHits(hostile, { from: BASE, to: BASE + 1 })).toEqual([]);
});
