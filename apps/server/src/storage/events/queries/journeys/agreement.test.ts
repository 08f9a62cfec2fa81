import { ONE_DAY } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../../scripts/test/soak.mjs";
import { borrowEvents } from "../../../../testing/borrowStores.ts";
import {
  createCrowd,
  drain,
  fill,
  GOALS,
  pick,
  questionOf,
  RANGE,
} from "../../../../testing/randomHistory.ts";
import { reconcile } from "../../../reconcile.ts";
import type { EventStore } from "../../eventStore.ts";
import { queryAttribution } from "../attribution/queryAttribution.ts";
import { askStore } from "../questions/askStore.ts";
import { queryFunnel } from "./funnel.ts";
import { queryPaths } from "./paths.ts";
import { queryRetention } from "./retention.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

/** Filters that mean the same on every screen: on visits, or on what visits have done. */
const FILTERS: unknown[][][] = [
  [],
  [["is", "visit:country", ["DE"]]],
  [["is_not", "visit:channel", ["email"]]],
  [["is", "visit:variation", ["exp:1:a"]]],
  [["has_done", ["is", "event:page", ["/pricing"]]]],
  [["has_not_done", ["is", "event:name", ["Form Sent"]]]],
  [
    ["is", "visit:country", ["FR", "DE"]],
    ["has_done", ["is", "event:goal", ["Sent"]]],
  ],
];

it("funnel, paths, retention and attribution agree with the Overview, whatever the filters", async () => {
  await fc.assert(
    fc.asyncProperty(createCrowd(8), pick(...GOALS), async (world, goal) => {
      await fill(store, world);
      await reconcile({ eventStore: store, drain }, { margin: 0 });
      for (const filters of FILTERS) {
        const overview = async (metrics: string[], given: unknown[][] = [], dimensions: string[] = []) =>
          askStore(store, questionOf({ metrics, dimensions, filters: [...given, ...filters] }));
        const ofGoal = questionOf({
          metrics: ["events"],
          filters: [["is", "event:goal", [goal.name]], ...filters],
        });
        const [[converted], [viewed], weeks] = await Promise.all([
          overview(["visitors", "events"], [["is", "event:goal", [goal.name]]]),
          overview(["visitors", "pageviews"], [["is", "event:page", ["/"]]]),
          overview(["visitors"], [], ["time:week"]),
        ]);
        const { conditions, goals, range, tz, weekStart } = questionOf({ metrics: ["visitors"], filters });
        const question = { conditions, goals, range, tz, weekStart };
        const [funnel, paths, retention, credits] = await Promise.all([
          queryFunnel(store, {
            ...{ ...question, per: "visitor", order: "loose", window: null, breakdown: null },
            steps: [goal.condition, { kind: "page", match: "is", path: "/" }],
          }),
          queryPaths(store, {
            ...{ ...question, direction: "from", of: "main" },
            anchor: { kind: "page", name: "/", detail: "" },
          }),
          queryRetention(store, question),
          queryAttribution(store, {
            ...{ ...ofGoal, counts: "conversions", dimension: "visit:channel", skipsDirect: false },
            ...{ lookBackDays: 30, halfLifeDays: 7, browsers: { visitors: [], people: [] } },
          }),
        ]);
        const label = JSON.stringify([goal.name, filters]);
        expect([label, funnel.steps[0]?.visitors]).toEqual([label, converted?.metrics[0] ?? 0]);
        expect([label, paths.visitors, paths.occurrences]).toEqual([label, ...(viewed?.metrics ?? [0, 0])]);
        const byWeek = new Map(weeks.map(({ dimensions, metrics }) => [dimensions[0], metrics[0]]));
        for (const { start, visitors } of retention.weeks)
          expect([label, start, visitors]).toEqual([label, start, byWeek.get(start) ?? 0]);
        expect(retention.weeks.at(-1)?.start).toBe(
          new Date(RANGE.to - 2 * ONE_DAY + ONE_DAY / 2).toISOString().slice(0, 10),
        );
        for (const model of [0, 1, 2, 3, 4]) {
          const sum = credits.reduce((total, { credits }) => total + (credits[model] ?? 0), 0);
          expect([label, model, Math.round(sum * 1e6) / 1e6]).toEqual([
            label,
            model,
            converted?.metrics[1] ?? 0,
          ]);
        }
      }
    }),
    IS_SOAK ? { numRuns: 60 } : { numRuns: 1, seed: 1428132495, endOnFailure: true },
  );
}, 300_000);
