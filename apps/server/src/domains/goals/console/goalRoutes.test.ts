import { type GoalCondition, type GoalDefinition, ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import type { GoalReport, GoalState, GoalsResponse, SiteResponse } from "@marquee/contract/schema";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";
import { listGoals } from "../goalStore.ts";
import { goals } from "../tables.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const PRICING: GoalCondition = { kind: "page", match: "is", path: "/pricing" };
const definition = (name: string, overrides: Partial<GoalDefinition> = {}): GoalDefinition => ({
  name,
  condition: PRICING,
  value: null,
  isArchived: false,
  ...overrides,
});
const create = (definition: unknown) => console_.post("/goals", { definition });
const list = async () => (await console_.get("/goals")).json() as GoalsResponse;
const names = async () => (await list()).goals.map(({ definition }) => definition.name);
const latestChange = async () => (await console_.get("/changes?entity=goal")).json().changes[0];

it("creates, changes, archives and restores a goal, and reverts each change", async () => {
  const created = (await create(definition("  Saw   pricing "))).json() as GoalState;
  expect(created).toMatchObject({
    definition: definition("Saw pricing"),
    revision: 1,
    updatedBy: "owner@trellis.example",
    updatedAt: NOW,
  });
  const { id } = created;
  const change = (revision: number, overrides: Partial<GoalDefinition>) =>
    console_.put(`/goals/${id}`, { revision, definition: definition("Saw pricing", overrides) });

  expect((await change(1, { value: 12.5 })).json()).toMatchObject({
    definition: { value: 12.5 },
    revision: 2,
  });
  const stale = await change(1, { value: 1 });
  expect(stale.statusCode).toBe(409);
  expect(stale.json().error.message).toContain("owner@trellis.example changed this goal");

  await change(2, { isArchived: true });
  expect(await latestChange()).toMatchObject({ key: String(id), action: "archived", isReversible: true });
  expect(await listGoals(stores.records.db)).toEqual([]);
  await console_.post(`/changes/${(await latestChange()).id}/revert`, {});
  expect(await latestChange()).toMatchObject({ action: "reverted" });
  expect(await listGoals(stores.records.db)).toMatchObject([{ name: "Saw pricing", value: 12.5 }]);
  await change(4, { isArchived: true });
  await change(5, {});
  expect(await latestChange()).toMatchObject({ action: "restored", after: { value: null } });

  for (const id of ["1e99", "99999999999", "-1", "x"])
    expect((await console_.post(`/changes/${id}/revert`, {})).statusCode, id).toBe(404);
  await create(definition("Other"));
  await console_.post(`/changes/${(await latestChange()).id}/revert`, {});
  expect((await list()).goals.map(({ definition }) => [definition.name, definition.isArchived])).toEqual([
    ["Saw pricing", false],
    ["Other", true],
  ]);
});

it("has unique names, ignoring case, and names the conflicting goal", async () => {
  const taken = await create(definition("SAW pricing"));
  expect(taken.statusCode).toBe(409);
  expect(taken.json().error.message).toBe("Another goal is named SAW pricing. Choose another name.");
  expect((await create(definition("other"))).json().error.message).toContain("Restore it");
  const third = (await create(definition("Third"))).json() as GoalState;
  const renamed = await console_.put(`/goals/${third.id}`, {
    revision: 1,
    definition: definition("saw PRICING"),
  });
  expect(renamed.statusCode).toBe(409);
  const [one, two] = await Promise.all([create(definition("Twice")), create(definition("twice"))]);
  expect([one.statusCode, two.statusCode].sort()).toEqual([200, 409]);
});

it.each([
  ["no name", definition(" ")],
  ["a long name", definition("n".repeat(121))],
  ["an unknown kind", definition("x", { condition: { kind: "dance" } as never })],
  ["an unknown field", { ...definition("x"), extra: 1 }],
  ["a field of another kind", definition("x", { condition: { ...PRICING, seconds: 3 } as never })],
  ["a path without a slash", definition("x", { condition: { kind: "page", match: "is", path: "pricing" } })],
  ["too much time", definition("x", { condition: { kind: "time", path: "", seconds: 1801 } })],
  ["no depth", definition("x", { condition: { kind: "scroll", path: "", percent: 0 } })],
  [
    "a text for a number",
    definition("x", { condition: { kind: "scroll", path: "", percent: "50" } as never }),
  ],
  ["a negative value", definition("x", { value: -1 })],
  [
    "too many properties",
    definition("x", {
      condition: { kind: "event", event: "e", properties: Array(11).fill({ name: "a", value: "b" }) },
    }),
  ],
])("rejects %s", async (_, goal) => {
  const answer = await create(goal);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.message).not.toBe("");
});

it("returns 404 for unknown goals", async () => {
  for (const id of ["0", "-1", "1e9", "99999999999999999999", "x"]) {
    const answer = await console_.put(`/goals/${id}`, { revision: 1, definition: definition("Nobody") });
    expect([id, answer.statusCode]).toEqual([id, 404]);
  }
});

it("skips unreadable goals, and names them", async () => {
  const [row] = await stores.records.db
    .update(goals)
    .set({ condition: { kind: "telepathy" } as never })
    .where(eq(goals.name, "Third"))
    .returning();
  expect(row).toBeDefined();
  expect(await list()).toMatchObject({ unreadable: ["Third"] });
  expect(await names()).not.toContain("Third");
  expect((await listGoals(stores.records.db)).map(({ name }) => name)).not.toContain("Third");
});

it("counts conversions and visitors of the 30 days before today, and offers choices recorded until now", async () => {
  const visitOf = (visitor: string, days: number, events: object[]) =>
    events.map((each, index) =>
      eventRow({
        anonymous_id: visitor,
        session_id: NOW - days * ONE_DAY,
        timestamp: NOW - days * ONE_DAY + index * ONE_MINUTE,
        message_id: `${visitor}-${days}-${index}`,
        ...each,
      }),
    );
  const sent = {
    type: "track",
    event: "Form Sent",
    properties: '{"form":"demo","formId":1763,"isPaidBrain":true}',
  };
  const clicked = {
    type: "track",
    event: "click web",
    properties: '{"buttonClicked":"Start","root":"header","location":"nav"}',
  };
  const saw = {
    type: "track",
    event: "Section Viewed",
    properties: '{"sectionInternalName":"pricing/plans","sectionId":"plans"}',
  };
  await stores.eventStore.insert(
    "events",
    [
      ...visitOf("ann", 2, [{}, {}, sent, clicked]),
      ...visitOf("bob", 2, [{ path: "/" }, clicked, saw]),
      ...visitOf("bob", 1, [{}]),
      ...visitOf("eve", 0, [{}]),
      ...visitOf("old", 31, [{}, sent]),
      ...visitOf("robot", 1, [{ bot: "crawler" }, { ...sent, bot: "crawler" }]),
      ...visitOf("customer", 1, [{ audience: "customer" }, { ...sent, audience: "customer" }]),
    ],
    "goals",
  );
  const click = recordedRows.interaction("c1", "ann", NOW - 2 * ONE_DAY);
  await stores.eventStore.insert(
    "interactions",
    [{ ...click, timestamp: NOW - 2 * ONE_DAY, clicks: 3 }],
    "clicks",
  );

  const { reports } = (await console_.get("/goals/reports")).json() as { reports: GoalReport[] };
  const pricing = reports.find(({ id }) => id === 1);
  expect(pricing).toMatchObject({ conversions: 3, visitors: 2, allVisitors: 2 });
  expect(pricing?.days).toHaveLength(30);
  expect(pricing?.days.slice(-4)).toEqual([0, 0, 2, 1]);
  expect(reports.map(({ id }) => id)).not.toContain(2);

  const preview = async (condition: GoalCondition) =>
    (await console_.post("/goals/preview", { condition })).json();
  expect(await preview({ kind: "form", step: "sent", form: "demo" })).toEqual({
    conversions: 1,
    visitors: 1,
    allVisitors: 3,
  });
  expect(
    await preview({ kind: "event", event: "Form Sent", properties: [{ name: "formId", value: "1763" }] }),
  ).toMatchObject({ conversions: 1 });
  expect(await preview({ kind: "element", path: "/pricing", selector: "#buy" })).toMatchObject({
    conversions: 3,
    visitors: 1,
  });
  expect(await preview({ kind: "time", path: "/pricing", seconds: 60 })).toMatchObject({
    conversions: 2,
    visitors: 1,
  });

  expect((await console_.get("/goals/choices")).json()).toEqual({
    pages: [
      { value: "/pricing", count: 4 },
      { value: "/", count: 1 },
    ],
    events: [
      { value: "click web", count: 2 },
      { value: "Form Sent", count: 1 },
      { value: "Section Viewed", count: 1 },
    ],
    forms: [{ value: "demo", count: 1 }],
    overlays: [],
    sections: [{ value: "pricing/plans", count: 1 }],
    clicks: [
      {
        label: "Start",
        targets: ["Start"],
        texts: ["Start"],
        count: 2,
        places: [{ root: "header", location: "nav", count: 2 }],
        pages: [{ value: "/pricing", count: 2 }],
      },
    ],
    elements: [{ selector: "#buy", pages: [{ value: "/pricing", count: 3 }], count: 3 }],
    scrolledPages: [],
  });
  expect((await console_.get("/goals/event-properties?event=Form%20Sent")).json()).toEqual({
    properties: [
      { name: "form", values: [{ value: "demo", count: 1 }] },
      { name: "formId", values: [{ value: "1763", count: 1 }] },
      { name: "isPaidBrain", values: [{ value: "true", count: 1 }] },
    ],
  });
});

it("answers queries about goals as soon as they are saved", async () => {
  await create(definition("Sent a form", { condition: { kind: "form", step: "sent", form: null } }));
  const query = {
    site_id: "127.0.0.1:3000",
    metrics: ["visitors", "conversion_rate"],
    date_range: "28d",
    filters: [["is", "event:goal", ["Sent a form"]]],
  };
  const answer = await console_.post("/query", query);
  expect(answer.json().results).toEqual([{ dimensions: [], metrics: [1, 50] }]);
});

it("counts conversions on the site's own hosts once it has others", async () => {
  const conversions = async () => {
    const { reports } = (await console_.get("/goals/reports")).json() as { reports: GoalReport[] };
    return reports.find(({ id }) => id === 1)?.conversions;
  };
  expect(await conversions()).toBe(3);
  const ownHostEvent = eventRow({
    message_id: "own",
    host: "127.0.0.1:3000",
    timestamp: NOW - ONE_DAY,
    session_id: NOW - ONE_DAY,
  });
  await stores.eventStore.insert("events", [ownHostEvent], "own host");
  expect(await conversions()).toBe(4);
  const { definition: site, revision } = (await console_.get("/site")).json() as SiteResponse;
  const hosts = [...site.hosts, "docs.trellis.example"];
  expect((await console_.put("/site", { revision, definition: { ...site, hosts } })).statusCode).toBe(200);
  expect(await conversions()).toBe(1);
});

it("lets viewers look and preview only", async () => {
  const viewer = await startConsole(stores, { now: () => NOW, role: "viewer" });
  expect((await viewer.get("/goals")).statusCode).toBe(200);
  expect((await viewer.post("/goals/preview", { condition: PRICING })).statusCode).toBe(200);
  expect((await viewer.post("/goals", { definition: definition("Mine") })).statusCode).toBe(403);
  expect((await viewer.put("/goals/1", { revision: 1, definition: definition("Mine") })).statusCode).toBe(
    403,
  );
  await viewer.app.close();
});
