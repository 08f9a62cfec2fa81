import { ONE_DAY } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import {
  createCrowd,
  createWorld,
  drain,
  fill,
  NOON,
  pick,
  questionOf,
  type World,
} from "../../../testing/randomHistory.ts";
import { visitsOf } from "../../../testing/visitsOf.ts";
import { askStore } from "../../questions/queries/askStore.ts";
import { queryRetention } from "./retention.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const WEEK = 7 * ONE_DAY;
/** June 1, 2026, is a Monday. */
const MONDAY = NOON - ONE_DAY / 2;
const RANGE = { from: NOON, to: MONDAY + 3 * WEEK };

/** Weeks by the definitions of docs/journeys.md. */
function countDirectly({ events }: World, country: string | null) {
  const visits = visitsOf(events).filter(({ isCustomer, views }) => !isCustomer && views.length > 0);
  const weekOf = (at: number) => Math.floor((at - MONDAY) / WEEK);
  const inRange = (at: number) => at >= RANGE.from && at < RANGE.to;
  const firstViews = new Map<string, { at: number; isSelected: boolean }>();
  const isSelected = (visit: (typeof visits)[number]) => country === null || visit.first.country === country;
  const byStart = visits.toSorted(
    (one, other) =>
      (one.views[0]?.timestamp ?? 0) - (other.views[0]?.timestamp ?? 0) ||
      (one.first.session_id ?? 0) - (other.first.session_id ?? 0),
  );
  for (const visit of byStart)
    if (!firstViews.has(visit.visitor))
      firstViews.set(visit.visitor, { at: visit.views[0]?.timestamp ?? 0, isSelected: isSelected(visit) });
  const visitorsIn = (week: number, list: typeof visits) =>
    new Set(
      list
        .filter(({ views }) =>
          views.some(({ timestamp }) => inRange(timestamp) && weekOf(timestamp) === week),
        )
        .map(({ visitor }) => visitor),
    );
  return [0, 1, 2].map((week) => {
    const cohort = [...firstViews]
      .filter(([, { at, isSelected }]) => isSelected && inRange(at) && weekOf(at) === week)
      .map(([visitor]) => visitor);
    const retained = [0, 1, 2].slice(week).map((later) => {
      const there = visitorsIn(later, visits);
      return cohort.filter((visitor) => there.has(visitor)).length;
    });
    return {
      visitors: visitorsIn(week, visits.filter(isSelected)).size,
      newVisitors: cohort.length,
      retained,
    };
  });
}

it.each([
  ["a few visitors", createWorld({ min: -100, max: 21 * 24 }), 3],
  // Around the start of the range, which is in the middle of a week's first day.
  ["a crowd", createCrowd(40), 1],
] as const)(
  "counts new and returning visitors by week, for %s, and adds up to the visitors of queries",
  async (_, worlds, numRuns) => {
    await fc.assert(
      fc.asyncProperty(worlds, pick("DE", null), async (world, country) => {
        await fill(store, world);
        await reconcile({ eventStore: store, drain }, { margin: 0 });
        const filters = country === null ? [] : [["is", "visit:country", [country]]];
        const query = { metrics: ["visitors"], dimensions: ["time:week"], filters };
        const question = { ...questionOf(query), range: RANGE };
        const { weeks } = await queryRetention(store, question);
        expect(
          weeks.map(({ visitors, newVisitors, retained }) => ({ visitors, newVisitors, retained })),
        ).toEqual(countDirectly(world, country));
        const rows = await askStore(store, question);
        const byWeek = new Map(rows.map(({ dimensions, metrics }) => [dimensions[0], metrics[0]]));
        for (const { start, visitors, newVisitors, retained } of weeks) {
          expect([visitors, retained[0]]).toEqual([byWeek.get(start) ?? 0, newVisitors]);
        }
      }),
      IS_SOAK ? { numRuns: 200 } : { numRuns, seed: 1428132495, endOnFailure: true },
    );
  },
  300_000,
);

it("uses weeks of the site, complete ones when the clock changes, and marks partial ones", async () => {
  await fill(store, { events: [], leads: [] });
  const question = { ...questionOf({ metrics: ["visitors"] }), tz: "Europe/Berlin", weekStart: 7 as const };
  // The clock goes back on October 25, 2026, a Sunday.
  const range = { from: Date.UTC(2026, 9, 17, 22), to: Date.UTC(2026, 10, 4, 12) };
  const { weeks, left } = await queryRetention(store, { ...question, range });
  expect([weeks.map(({ start, isPartial }) => [start, isPartial]), left]).toEqual([
    [
      ["2026-10-18", false],
      ["2026-10-25", false],
      ["2026-11-01", true],
    ],
    0,
  ]);
  const long = await queryRetention(store, { ...question, range: { from: 0, to: range.to } });
  expect([long.weeks.length, long.weeks.at(-1)?.start]).toEqual([53, "2026-11-01"]);
  expect(long.left).toBeGreaterThan(2000);
});
