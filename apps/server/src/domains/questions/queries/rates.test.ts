import { type Goal, ONE_DAY, ONE_MINUTE } from "@marquee/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { askStore } from "./askStore.ts";
import { queryFigureRows } from "./figureRows.ts";
import type { Question } from "./question.types.ts";

const MIDNIGHT = Date.UTC(2026, 5, 17);
const GOAL: Goal = {
  id: 1,
  name: "Signed up",
  condition: { kind: "event", event: "Sign up", properties: [] },
  value: null,
};

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
  const event = (visitor: string, at: number, overrides: object) =>
    eventRow({
      message_id: `${visitor}${at}`,
      anonymous_id: visitor,
      visitor_id: visitor,
      session_id: SESSIONS[visitor] ?? at,
      timestamp: at,
      original_timestamp: at,
      received_at: at,
      ...overrides,
    });
  const page = { type: "page", path: "/pricing" };
  const signUp = { type: "track", event: "Sign up", path: "/elsewhere" };
  await store.insert(
    "events",
    [
      event("reader", MIDNIGHT + ONE_MINUTE, page),
      ...["server 1", "server 2", "server 3"].map((id) => event(id, MIDNIGHT + ONE_MINUTE, signUp)),
      event("late", SESSIONS.late, page),
      event("late", MIDNIGHT + 5 * ONE_MINUTE, signUp),
    ],
    "rates",
  );
}, 120_000);
afterAll(async () => {
  await store.stop();
});
const SESSIONS = { late: MIDNIGHT - 5 * ONE_MINUTE } as Record<string, number> & { late: number };

const question = (overrides: Partial<Question>): Question => ({
  metrics: [],
  dimensions: [],
  conditions: [],
  goals: [GOAL],
  order: [],
  limit: 100,
  offset: 0,
  tz: "UTC",
  weekStart: 1,
  range: { from: MIDNIGHT, to: MIDNIGHT + ONE_DAY },
  ...overrides,
});
const IS_GOAL = {
  operator: "is",
  dimension: "event:goal",
  values: [GOAL.name],
  modifiers: {},
} as Question["conditions"][number];

it("counts conversions of visits, and in rates only visitors with a page view in the range", async () => {
  const metrics = ["events", "visitors", "conversion_rate"] as const;
  const ask = async (overrides: Partial<Question>) =>
    (await askStore(store, question({ metrics, conditions: [IS_GOAL], ...overrides })))[0]?.metrics;
  // The conversion of a visit from the day before counts; the three that servers sent outside visits do not.
  expect(await ask({})).toEqual([1, 0, 0]);
  expect(await ask({ range: { from: MIDNIGHT - ONE_DAY, to: MIDNIGHT + ONE_DAY } })).toEqual([1, 1, 50]);
});

it("compares a row's conversions with the visitors of the row", async () => {
  const range = { from: MIDNIGHT - ONE_DAY, to: MIDNIGHT + ONE_DAY };
  const metrics = ["events", "conversion_rate", "group_conversion_rate"] as const;
  const rows = await askStore(
    store,
    question({ metrics, dimensions: ["event:page"], conditions: [IS_GOAL], range }),
  );
  // The server reports a page that nobody viewed.
  expect(rows.map(({ dimensions, metrics }) => [...dimensions, ...metrics])).toEqual([
    ["/elsewhere", 1, 50, null],
  ]);
});

it("lists the visits behind a rate", async () => {
  const rowsOf = async (from: number) =>
    (
      await queryFigureRows(store, {
        ...question({ conditions: [IS_GOAL], range: { from, to: MIDNIGHT + ONE_DAY } }),
        metric: "conversion_rate",
        after: null,
        limit: 10,
      })
    ).totals.visitors;
  expect([await rowsOf(MIDNIGHT), await rowsOf(MIDNIGHT - ONE_DAY)]).toEqual([0, 1]);
});
