import { type ClickCondition, type GoalCondition, ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { GoalChoicesResponse, GoalReport, GoalState } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
  await stores.eventStore.insert("events", EVENTS, "clicks");
  await stores.eventStore.insert("interactions", INTERACTIONS, "elements");
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const track = (path: string, event: string, properties: object) => ({
  type: "track",
  event,
  path,
  properties: JSON.stringify(properties),
});
const click = (path: string, properties: Record<string, string>) => track(path, "click web", properties);

/** The same link in two languages, on two pages: in the header, the footer, and a section. */
const inHeader = {
  en: click("/", {
    buttonClicked: "contact-sales",
    linkTitle: "Contact sales",
    root: "header",
    location: "nav",
    href: "https://trellis.example/contact-sales",
  }),
  de: click("/de/pricing", {
    buttonClicked: "contact-sales",
    linkTitle: "Vertrieb kontaktieren",
    root: "header",
    location: "nav",
    href: "https://trellis.example/de/contact-sales?utm_source=news",
  }),
};
const inFooter = click("/pricing", {
  buttonClicked: "Contact sales",
  root: "footer",
  location: "footer",
  href: "https://trellis.example/contact-sales/",
});
const inPlans = click("/de/pricing", {
  buttonClicked: "Fragen Sie uns",
  linkTitle: "Fragen Sie uns",
  root: "de-pricing",
  location: "plans",
  href: "/de/contact-sales",
});
/** A button without ID, whose text the site's copy has in both languages. */
const privacy = { en: "Privacy", de: "Datenschutz" };
const button = (path: string, text: string, root: string) =>
  click(path, { buttonClicked: text, root, location: "content" });

const visitOf = (visitor: string, events: object[]) =>
  events.map((each, index) =>
    eventRow({
      anonymous_id: visitor,
      session_id: NOW - 2 * ONE_DAY,
      timestamp: NOW - 2 * ONE_DAY + index * ONE_MINUTE,
      message_id: `${visitor}-${index}`,
      ...each,
    }),
  );
const EVENTS = [
  ...visitOf("ann", [
    { path: "/" },
    inHeader.en,
    { path: "/pricing" },
    inFooter,
    button("/pricing", privacy.en, "pricing"),
  ]),
  ...visitOf("ben", [
    { path: "/de/pricing" },
    inHeader.de,
    inPlans,
    button("/de/pricing", privacy.de, "de-pricing"),
  ]),
  ...visitOf("cem", [{ path: "/" }, track("/", "Form Sent", { form: "sales" }), { path: "/pricing" }]),
  ...visitOf("eve", [{ path: "/" }]),
];
const INTERACTIONS = ["/", "/pricing", "/de"].map((path, index) => ({
  ...recordedRows.interaction(`e${index}`, "ann", NOW - 2 * ONE_DAY),
  path,
  timestamp: NOW - 2 * ONE_DAY,
  clicks: index + 1,
  selector: path === "/de" ? 'html footer a[href="\\/de\\/security"]' : 'html footer a[href="\\/security"]',
}));

const choices = async () => (await console_.get("/goals/choices")).json() as GoalChoicesResponse;
const preview = async (condition: GoalCondition) =>
  (await console_.post("/goals/preview", { condition })).json() as GoalReport;
const CONTACT: ClickCondition = {
  kind: "click",
  label: "Contact sales",
  targets: ["/contact-sales"],
  path: "",
  root: "",
  location: "",
};
const SENT: GoalCondition = { kind: "form", step: "sent", form: null };

it("offers each click target once, across languages and pages, with header and footer", async () => {
  const { clicks } = await choices();
  expect(clicks[0]).toEqual({
    label: "Contact sales",
    targets: ["/contact-sales"],
    texts: ["Contact sales", "Fragen Sie uns", "Vertrieb kontaktieren"],
    places: [
      { root: "header", location: "nav", count: 2 },
      { root: "footer", location: "footer", count: 1 },
      { root: "pricing", location: "plans", count: 1 },
    ],
    pages: [
      { value: "/pricing", count: 3 },
      { value: "/", count: 1 },
    ],
    count: 4,
  });
});

it("counts it across languages and pages, or in one place", async () => {
  expect(await preview(CONTACT)).toEqual({ conversions: 4, visitors: 2, allVisitors: 4 });
  const narrowed = async (overrides: Partial<ClickCondition>) =>
    (await preview({ ...CONTACT, ...overrides })).conversions;
  expect(await narrowed({ path: "/pricing" })).toBe(3);
  expect(await narrowed({ root: "header" })).toBe(2);
  expect(await narrowed({ root: "pricing", location: "plans" })).toBe(1);
  expect(await narrowed({ root: "header", path: "/" })).toBe(1);
  expect(await narrowed({ root: "home" })).toBe(0);
});

it("offers an element across languages and pages, and counts it there", async () => {
  const { elements } = await choices();
  const selector = 'html footer a[href="\\/security"]';
  expect(elements).toEqual([
    {
      selector,
      pages: [
        { value: "/de", count: 3 },
        { value: "/pricing", count: 2 },
        { value: "/", count: 1 },
      ],
      count: 6,
    },
  ]);
  const conversions = async (path: string) =>
    (await preview({ kind: "element", path, selector })).conversions;
  expect(await Promise.all(["", "/pricing", "/de"].map(conversions))).toEqual([6, 2, 0]);
});

it("reaches a goal by any of its alternatives, once for an event that meets several", async () => {
  const of = [CONTACT, { ...CONTACT, root: "header" }, SENT];
  expect(await preview({ kind: "any", of })).toEqual({ conversions: 5, visitors: 3, allVisitors: 4 });
});

it("stores alternatives, with equal conversions in its list, link and filter", async () => {
  const created = (
    await console_.post("/goals", {
      definition: {
        name: "Asked sales",
        condition: { kind: "any", of: [CONTACT, SENT] },
        value: null,
        isArchived: false,
      },
    })
  ).json() as GoalState;
  expect(created.definition.condition).toEqual({ kind: "any", of: [CONTACT, SENT] });
  const { reports } = (await console_.get("/goals/reports")).json() as { reports: GoalReport[] };
  const report = reports.find(({ id }) => id === created.id);
  expect(report).toMatchObject({ conversions: 5, visitors: 3, allVisitors: 4 });

  const answer = await console_.post("/query", {
    site_id: "127.0.0.1:3000",
    date_range: "30d",
    metrics: ["events", "visitors", "conversion_rate", "pageviews", "visits"],
    filters: [["is", "event:goal", ["Asked sales"]]],
  });
  expect(answer.json().results).toEqual([{ dimensions: [], metrics: [5, 3, 75, 5, 3] }]);
});

it.each([
  ["one alternative", { kind: "any", of: [SENT] }],
  ["alternatives in alternatives", { kind: "any", of: [SENT, { kind: "any", of: [SENT, SENT] }] }],
  ["nothing that is clicked", { ...CONTACT, targets: [] }],
  [
    "an alternative without a slash",
    { kind: "any", of: [SENT, { kind: "page", match: "is", path: "pricing" }] },
  ],
])("rejects %s", async (_, condition) => {
  const definition = { name: "x", condition, value: null, isArchived: false };
  expect((await console_.post("/goals", { definition })).statusCode).toBe(400);
});
