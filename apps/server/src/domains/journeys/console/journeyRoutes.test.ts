import { ONE_MINUTE } from "@marquee/contract";
import type { FunnelDefinition, FunnelDropOff, FunnelState } from "@marquee/contract/schema";
import { afterAll, beforeAll, expect, it } from "vitest";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import { startConsole, type TestConsole } from "../../../testing/startConsole.ts";
import type { TestStores } from "../../../testing/startTestStores.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const AT = NOW - 60 * ONE_MINUTE;
let stores: TestStores;
let console_: TestConsole;

beforeAll(async () => {
  stores = await borrowTestStores();
  console_ = await startConsole(stores, { now: () => NOW });
  const of = (id: string, visitor: string, minutes: number, overrides: object) =>
    eventRow({
      message_id: id,
      anonymous_id: visitor,
      session_id: AT,
      timestamp: AT + minutes * ONE_MINUTE,
      ...overrides,
    });
  await stores.eventStore.insert(
    "events",
    [
      of("a1", "ann", 0, { path: "/" }),
      of("a2", "ann", 1, { path: "/pricing", country: "DE" }),
      of("b1", "ben", 2, { path: "/", country: "DE" }),
    ],
    "journeys",
  );
});
afterAll(async () => {
  await console_.app.close();
  await stores.stop();
});

const page = (path: string) => ({ condition: { kind: "page", match: "is", path } }) as const;
const FUNNEL = { steps: [page("/"), page("/pricing")], per: "visit", order: "loose", window: null } as const;
const SCOPE = { site_id: "127.0.0.1:3000", date_range: "day" };
const definition = (name: string, overrides: object = {}) =>
  ({ name, funnel: FUNNEL, isArchived: false, ...overrides }) as unknown as FunnelDefinition;
const latestChange = async () => (await console_.get("/changes?entity=funnel")).json().changes[0];

it("saves, changes, archives and restores a funnel, and reverts each change", async () => {
  const created = (
    await console_.post("/funnels", { definition: definition("  To   pricing ") })
  ).json() as FunnelState;
  expect(created).toMatchObject({ definition: { name: "To pricing", funnel: FUNNEL }, revision: 1 });
  const change = (revision: number, overrides: object) =>
    console_.put(`/funnels/${created.id}`, { revision, definition: definition("To pricing", overrides) });
  const strict = { ...FUNNEL, order: "strict" };
  expect((await change(1, { funnel: strict })).json()).toMatchObject({
    definition: { funnel: strict },
    revision: 2,
  });
  const stale = await change(1, {});
  expect([stale.statusCode, stale.json().error.message]).toEqual([
    409,
    expect.stringContaining("changed this funnel"),
  ]);
  await change(2, { funnel: strict, isArchived: true });
  expect(await latestChange()).toMatchObject({
    key: String(created.id),
    action: "archived",
    isReversible: true,
  });
  await console_.post(`/changes/${(await latestChange()).id}/revert`, {});
  const { funnels } = (await console_.get("/funnels")).json();
  expect(funnels).toMatchObject([{ definition: { funnel: strict, isArchived: false }, revision: 4 }]);
  const taken = await console_.post("/funnels", { definition: definition("TO pricing") });
  expect([taken.statusCode, taken.json().error.message]).toEqual([
    409,
    expect.stringContaining("is named TO pricing"),
  ]);
});

it("answers funnels, drop-offs, paths and retention", async () => {
  const funnel = await console_.post("/query/funnel", {
    ...SCOPE,
    funnel: FUNNEL,
    breakdown: "visit:country",
    include: { comparisons: { mode: "previous_period" } },
  });
  expect(funnel.json()).toMatchObject({
    steps: [
      { units: 2, visitors: 2 },
      { units: 1, medianTime: ONE_MINUTE },
    ],
    earlier: [{ units: 0 }, { units: 0, medianTime: null }],
    parts: [
      { value: "(not set)", units: [1, 1] },
      { value: "DE", units: [1, 0] },
    ],
  });
  const dropOff = await console_.post("/query/funnel/drop-off", {
    ...SCOPE,
    funnel: FUNNEL,
    step: 1,
    breakdown: "visit:country",
    part: "DE",
  });
  expect(dropOff.json()).toMatchObject({
    units: 1,
    visits: [{ visitor: "ben", replay: null, next: { kind: "left" } }],
  });
  const anchor = { kind: "page", name: "/", detail: "" };
  const paths = await console_.post("/query/paths", { ...SCOPE, anchor, direction: "from", of: "main" });
  expect(paths.json()).toMatchObject({ visits: 2, visitors: 2, occurrences: 2 });
  const retention = await console_.post("/query/retention", SCOPE);
  expect(retention.json()).toMatchObject({
    weeks: [{ start: "2026-06-01", visitors: 2, retained: [2] }],
    knownSince: AT,
  });
});

it("lists those who left with a replay first", async () => {
  await stores.eventStore.insert("replay_segments", [recordedRows.segment("s1", "ann", AT)], "recorded");
  const funnel = { ...FUNNEL, steps: [page("/"), page("/nowhere")] };
  const dropOff = await console_.post("/query/funnel/drop-off", { ...SCOPE, funnel, step: 1 });
  // Ben came last.
  const { visits } = dropOff.json() as FunnelDropOff;
  expect(visits.map(({ visitor, replay }) => [visitor, replay !== null])).toEqual([
    ["ann", true],
    ["ben", false],
  ]);
});

const many = (count: number) => Array(count).fill(page("/"));
it.each([
  ["one step", "/query/funnel", { funnel: { ...FUNNEL, steps: many(1) } }],
  ["too many steps", "/query/funnel", { funnel: { ...FUNNEL, steps: many(11) } }],
  ["a window of nothing", "/query/funnel", { funnel: { ...FUNNEL, window: 0 } }],
  ["a window of years", "/query/funnel", { funnel: { ...FUNNEL, window: 1e9 } }],
  ["a window as text", "/query/funnel", { funnel: { ...FUNNEL, window: "60" } }],
  ["an unknown order", "/query/funnel", { funnel: { ...FUNNEL, order: "any" } }],
  ["SQL for a unit", "/query/funnel", { funnel: { ...FUNNEL, per: "visit' OR 1" } }],
  [
    "a goal that does not exist",
    "/query/funnel",
    { funnel: { ...FUNNEL, steps: [{ goal: 999 }, page("/")] } },
  ],
  ["a path without a slash", "/query/funnel", { funnel: { ...FUNNEL, steps: [page("x"), page("/")] } }],
  ["a breakdown by events", "/query/funnel", { funnel: FUNNEL, breakdown: "event:page" }],
  ["SQL for a breakdown", "/query/funnel", { funnel: FUNNEL, breakdown: "country) --" }],
  ["a malformed filter", "/query/funnel", { funnel: FUNNEL, filters: [["is", "visit:planet", ["x"]]] }],
  ["a malformed pattern", "/query/funnel", { funnel: FUNNEL, filters: [["matches", "event:page", ["("]]] }],
  ["another site", "/query/retention", { site_id: "other.example" }],
  ["a drop-off after the last step", "/query/funnel/drop-off", { funnel: FUNNEL, step: 2 }],
  ["a part without a breakdown", "/query/funnel/drop-off", { funnel: FUNNEL, step: 1, part: "DE" }],
  [
    "an unknown kind of anchor",
    "/query/paths",
    { anchor: { kind: "left", name: "x", detail: "" }, direction: "from", of: "all" },
  ],
])("rejects %s", async (_, path, invalid) => {
  const answer = await console_.post(path, { ...SCOPE, ...invalid });
  expect(answer.statusCode).toBe(400);
  expect(answer.json().error.message).not.toBe("");
});

it("treats hostile texts as plain values", async () => {
  const text = "'\"\\\n{x:String}) UNION ALL SELECT 1 -- %";
  const steps = [
    page(`/${text}`),
    { condition: { kind: "event", event: text, properties: [{ name: text, value: text }] } },
  ];
  const funnel = await console_.post("/query/funnel", { ...SCOPE, funnel: { ...FUNNEL, steps } });
  expect(funnel.json().steps.map(({ units }: { units: number }) => units)).toEqual([0, 0]);
  const anchor = { kind: "event", name: text, detail: text };
  const paths = await console_.post("/query/paths", { ...SCOPE, anchor, direction: "toward", of: "main" });
  expect(paths.json()).toMatchObject({ visits: 0, links: [] });
  const part = { step: 1, breakdown: "visit:country", part: text };
  const dropOff = await console_.post("/query/funnel/drop-off", { ...SCOPE, funnel: FUNNEL, ...part });
  expect(dropOff.json()).toMatchObject({ units: 0, next: [], visits: [] });
});

it("returns 404 for unknown items, and lets viewers only query", async () => {
  const missing = { revision: 1, definition: definition("Nobody") };
  expect((await console_.put("/funnels/999", missing)).statusCode).toBe(404);
  const viewer = await startConsole(stores, { now: () => NOW, role: "viewer" });
  expect((await viewer.post("/query/funnel", { ...SCOPE, funnel: FUNNEL })).statusCode).toBe(200);
  expect((await viewer.get("/funnels")).statusCode).toBe(200);
  expect((await viewer.post("/funnels", { definition: definition("Mine") })).statusCode).toBe(403);
  expect((await viewer.put("/funnels/1", missing)).statusCode).toBe(403);
  await viewer.app.close();
});
