import { EXPOSURE_EVENT, type Goal, NOT_SET } from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import { metric } from "../../../testing/experimentDefinition.ts";
import { createWorld, drain, fill, GOALS, pick, questionOf, RANGE } from "../../../testing/randomHistory.ts";
import { visitsOf } from "../../../testing/visitsOf.ts";
import { askStore } from "../../questions/queries/askStore.ts";
import { compileSelection, EVERYTHING } from "../../questions/queries/selection.ts";
import { queryExposedUsers } from "./exposedUsers.ts";
import type { Phase } from "./exposures.ts";
import { queryMetricTotals } from "./metricTotals.ts";
import { querySegmentTotals } from "./segmentTotals.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const PHASE: Phase = {
  experiment: "quiz",
  phase: 1,
  variations: ["control", "shown"],
  selection: EVERYTHING,
  ...RANGE,
};
const RUNS = IS_SOAK ? { numRuns: 60 } : { numRuns: 2, seed: 1428132495, endOnFailure: true };

/** A visitor's exposure, by default before everything else that counts. */
const exposure = (visitor: string, variation: string, overrides: object = {}) =>
  eventRow({
    message_id: `exposure ${visitor}`,
    anonymous_id: visitor,
    type: "track",
    event: EXPOSURE_EVENT,
    timestamp: RANGE.from,
    properties: JSON.stringify({ experiment_id: "quiz", experiment_phase: 1, variation_id: variation }),
    ...overrides,
  });
const variationsOf = fc.record({
  ann: pick("control", "shown"),
  ben: pick("control", "shown"),
  eve: pick("control", "shown"),
});

const total = (totals: ReadonlyMap<string, { sum: number }>) =>
  [...totals.values()].reduce((sum, each) => sum + each.sum, 0);

it("counts the same conversions, visitors, leads and values as queries, if everyone saw the experiment first", async () => {
  const worlds = createWorld({ min: -3, max: 26 });
  await fc.assert(
    fc.asyncProperty(worlds, variationsOf, async ({ events, leads }, assigned) => {
      const exposures = Object.entries(assigned).map(([visitor, variation]) => exposure(visitor, variation));
      await fill(store, { events: [...events, ...exposures], leads });
      await reconcile({ eventStore: store, drain }, { margin: 0 });
      const ask = async (metrics: string[], goal?: Goal) => {
        const filters = goal ? [["is", "event:goal", [goal.name]]] : [];
        const [row] = await askStore(store, questionOf({ metrics, filters }));
        return row?.metrics ?? metrics.map(() => 0);
      };
      for (const goal of GOALS) {
        const { condition } = goal;
        const sums = await Promise.all(
          (["count", "conversion", "value"] as const).map(async (type) =>
            total(await queryMetricTotals(store, PHASE, metric({ event: "", type, condition, worth: 2.5 }))),
          ),
        );
        const [conversions, visitors] = await ask(["events", "visitors"], goal);
        expect(sums).toEqual([conversions, visitors, (conversions ?? 0) * 2.5]);
      }
      const ofLeads = async (lead: "leads" | "won_leads" | "won_value", type: "count" | "value") =>
        total(await queryMetricTotals(store, PHASE, metric({ event: "", type, lead })));
      // Rates leave out leads without consent, as experiments do; sessions of known customers are left out of both.
      const customers = visitsOf(events).filter(({ isCustomer }) => isCustomer);
      const isCounted = (lead: (typeof leads)[number]) =>
        lead.consented === 1 &&
        lead.audience === "visitor" &&
        lead.status !== "spam" &&
        lead.timestamp >= RANGE.from &&
        lead.timestamp < RANGE.to &&
        !customers.some(
          ({ visitor, events: [event] }) =>
            visitor === lead.visitor_id && event?.session_id === lead.session_id,
        );
      const counted = leads.filter(isCounted);
      const won = counted.filter(({ status }) => status === "won");
      expect(await ofLeads("leads", "count")).toBe(counted.length);
      expect(await ofLeads("won_leads", "count")).toBe(won.length);
      expect(await ofLeads("won_value", "value")).toBeCloseTo(
        won.reduce((sum, { value }) => sum + value, 0),
        4,
      );
      const isPlain = ({ consented, audience }: (typeof leads)[number]) =>
        consented && audience === "visitor";
      if (customers.length > 0 || !leads.every(isPlain)) return;
      expect(await ask(["leads", "won_leads"])).toEqual([counted.length, won.length]);
    }),
    RUNS,
  );
}, 300_000);

const DIMENSIONS = ["visit:country", "visit:channel", "visit:entry_page"] as const;

it("breaks visitors down as filters do", async () => {
  const worlds = createWorld({ min: 0, max: 20 });
  await fc.assert(
    fc.asyncProperty(worlds, variationsOf, async ({ events, leads }, assigned) => {
      // In a visit of the visitor, if there is one.
      const exposures = Object.entries(assigned).map(([visitor, variation]) => {
        const near = events.find(({ visitor_id, bot }) => visitor_id === visitor && bot === "");
        const at = near && { session_id: near.session_id, timestamp: near.timestamp, country: near.country };
        return exposure(visitor, variation, at);
      });
      await fill(store, { events: [...events, ...exposures], leads });
      for (const split of DIMENSIONS) {
        const groups = await querySegmentTotals(store, PHASE, { metric: metric(), split, most: 10 });
        for (const value of new Set(groups.map((group) => group.value))) {
          const { conditions, goals } = questionOf({
            metrics: ["visitors"],
            filters: [["is", split satisfies SegmentDimension, [value || NOT_SET]]],
          });
          const selection = compileSelection({ conditions, goals });
          const { users } = await queryExposedUsers(store, { ...PHASE, selection });
          const groupsOfValue = groups.filter((group) => group.value === value);
          // Exposures outside a visit are in the group without a value, but filters only select visits.
          if (value === "" && exposures.some(({ session_id }) => session_id === 0)) continue;
          expect(new Map(groupsOfValue.map(({ variation, users }) => [variation, users]))).toEqual(users);
        }
      }
    }),
    RUNS,
  );
}, 300_000);
