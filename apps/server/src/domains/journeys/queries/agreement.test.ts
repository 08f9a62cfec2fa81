import type { Weekday } from "@marquee/contract";
import { ATTRIBUTION_MODELS } from "@marquee/contract/schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { createCrowd, drain, fill, GOALS, pick, questionOf } from "../../../testing/randomHistory.ts";
import { askStore } from "../../questions/queries/askStore.ts";
import { queryAttribution } from "../../questions/queries/attribution/queryAttribution.ts";
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

/** Filters that mean the same on every screen: on visits, or on their events. */
const FILTERS: unknown[][][] = [
  [],
  [
    ["is", "visit:country", ["DE"]],
    ["is_not", "visit:channel", ["email"]],
  ],
  [
    ["is", "visit:variation", ["exp:1:a"]],
    ["has_done", ["is", "event:page", ["/pricing"]]],
  ],
  [["has_not_done", ["is", "event:name", ["Form Sent"]]]],
  [
    ["is", "visit:country", ["FR", "DE"]],
    ["has_done", ["is", "event:goal", ["Sent"]]],
  ],
];

/** Tuesday, so that the range, which starts on a Monday, spans parts of two weeks. */
const WEEK_START: Weekday = 2;

/** Rows with a nonzero value, by value. */
const sorted = (rows: [value: string, count: number][]) =>
  rows.filter(([, count]) => count > 0).sort(([one], [other]) => (one < other ? -1 : 1));

it("funnel, paths, retention and attribution agree with the Overview, whatever the filters", async () => {
  await fc.assert(
    fc.asyncProperty(createCrowd(60), pick(...GOALS), async (world, goal) => {
      await fill(store, world);
      await reconcile({ eventStore: store, drain }, { margin: 0 });
      for (const filters of FILTERS) {
        const overview = async (
          metrics: string[],
          extraFilters: unknown[][] = [],
          dimensions: string[] = [],
        ) =>
          askStore(store, {
            ...questionOf({ metrics, dimensions, filters: [...extraFilters, ...filters] }),
            weekStart: WEEK_START,
          });
        const ofGoal = questionOf({
          metrics: ["events"],
          filters: [["is", "event:goal", [goal.name]], ...filters],
        });
        const ofThisGoal = [["is", "event:goal", [goal.name]]];
        const [[converted], [viewed], weeks, channels] = await Promise.all([
          overview(["visitors", "events"], ofThisGoal),
          overview(["visitors", "pageviews"], [["is", "event:page", ["/"]]]),
          overview(["visitors"], [], ["time:week"]),
          overview(["events"], ofThisGoal, ["visit:channel"]),
        ]);
        const { conditions, goals, range, tz } = questionOf({ metrics: ["visitors"], filters });
        const question = { conditions, goals, range, tz, weekStart: WEEK_START };
        const funnelOf = (per: "visit" | "visitor") =>
          queryFunnel(store, {
            ...question,
            per,
            order: "strict",
            window: null,
            breakdown: null,
            steps: [goal.condition, { kind: "page", match: "is", path: "/" }],
          });
        const [visitorFunnel, visitFunnel, paths, retention, credits] = await Promise.all([
          funnelOf("visitor"),
          funnelOf("visit"),
          queryPaths(store, {
            ...question,
            direction: "from",
            of: "main",
            anchor: { kind: "page", name: "/", detail: "" },
          }),
          queryRetention(store, question),
          queryAttribution(store, {
            ...ofGoal,
            counts: "conversions",
            dimension: "visit:channel",
            skipsDirect: false,
            lookBackDays: 30,
            halfLifeDays: 7,
            browsers: { visitors: [], people: [] },
          }),
        ]);
        const label = JSON.stringify([goal.name, filters]);
        const [visitors, conversions] = converted?.metrics ?? [0, 0];
        const [ofVisitors, ofVisits] = [visitorFunnel.steps[0], visitFunnel.steps[0]];
        expect([label, ofVisitors?.units, ofVisits?.visitors]).toEqual([label, visitors, visitors]);
        expect([label, paths.visitors, paths.occurrences]).toEqual([label, ...(viewed?.metrics ?? [0, 0])]);
        const seen = retention.weeks.filter((week) => week.visitors > 0);
        expect([label, seen.map(({ start, visitors }) => [start, visitors])]).toEqual([
          label,
          weeks.map(({ dimensions, metrics }) => [dimensions[0], metrics[0]]),
        ]);
        const last = ATTRIBUTION_MODELS.indexOf("last");
        expect([label, sorted(credits.map(({ value, credits }) => [value, credits[last] ?? 0]))]).toEqual([
          label,
          sorted(channels.map(({ dimensions: [value = ""], metrics }) => [value, metrics[0] ?? 0])),
        ]);
        for (const model of ATTRIBUTION_MODELS.keys()) {
          const sum = credits.reduce((total, { credits }) => total + (credits[model] ?? 0), 0);
          expect([label, model, Math.round(sum * 1e6) / 1e6]).toEqual([label, model, conversions]);
        }
      }
    }),
    IS_SOAK ? { numRuns: 60 } : { numRuns: 1, seed: 1428132495, endOnFailure: true },
  );
}, 300_000);
