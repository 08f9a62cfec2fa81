import { type GoalCondition, NOT_SET, ONE_HOUR } from "@marquee/contract";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import {
  createCrowd,
  createWorld,
  drain,
  fill,
  GOALS,
  isValid,
  NOON,
  pick,
  questionOf,
  RANGE,
  tree,
  type World,
} from "../../../testing/randomHistory.ts";
import { reaches, type Visit, visitsOf } from "../../../testing/visitsOf.ts";
import { askStore } from "../../questions/queries/askStore.ts";
import { queryDropOff } from "./dropOff.ts";
import { queryFunnel } from "./funnel.ts";
import type { FunnelQuestion } from "./funnelUnits.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const CONDITIONS: GoalCondition[] = [
  { kind: "page", match: "is", path: "/" },
  { kind: "page", match: "contains", path: "pric" },
  { kind: "page", match: "contains", path: "/" },
  { kind: "event", event: "Form Sent", properties: [] },
  { kind: "event", event: "click web", properties: [{ name: "plan", value: "pro" }] },
  {
    kind: "any",
    of: [
      { kind: "page", match: "is", path: "/" },
      { kind: "page", match: "contains", path: "/" },
      { kind: "event", event: "Form Sent", properties: [] },
    ],
  },
];
const funnel = fc.record({
  steps: fc.array(pick(...CONDITIONS), { minLength: 2, maxLength: 4 }),
  per: pick("visit" as const, "visitor" as const),
  order: pick("loose" as const, "strict" as const),
  window: pick(null, 1800, 3 * 3600),
  breakdown: pick(null, "visit:country", "visit:variation"),
  filters: pick<unknown[][]>([], [["is", "visit:country", ["DE"]]]),
});
type RandomQuestion = Pick<FunnelQuestion, "steps" | "per" | "order" | "window" | "breakdown"> & {
  filters: unknown[][];
};

function toQuestion({ filters, ...question }: RandomQuestion): FunnelQuestion {
  const { conditions, goals, range, tz, weekStart } = questionOf({ metrics: ["visitors"], filters });
  return { conditions, goals, range, tz, weekStart, ...question };
}

interface Hit {
  at: number;
  mask: number;
  session: number;
}
interface Sequence {
  start: number;
  end: number;
  /** Index of its last step among the hits. */
  last: number;
}

/** The funnel by the definitions of docs/journeys.md, from every sequence of hits. */
function countDirectly({ events }: World, question: RandomQuestion) {
  const { steps, per, filters } = question;
  const visits = visitsOf(events).filter(({ isCustomer, views }) => !isCustomer && views.length > 0);
  const isSelected = ({ first }: Visit) => filters.length === 0 || first.country === "DE";
  const units = new Map<string, { visits: Visit[]; hits: Hit[] }>();
  for (const visit of visits) {
    if (per === "visit" && !isSelected(visit)) continue;
    const session = visit.events[0]?.session_id ?? 0;
    const hits = visit.events
      .filter(({ timestamp }) => timestamp >= RANGE.from && timestamp < RANGE.to)
      .map((event) => {
        const matched = steps.map((condition, index) =>
          reaches(event, { id: 1, name: "", value: null, condition }) && (index > 0 || isSelected(visit))
            ? 2 ** index
            : 0,
        );
        return { at: event.timestamp, session, mask: matched.reduce((sum: number, bit) => sum + bit, 0) };
      })
      .filter(({ mask }) => mask > 0);
    const key = per === "visit" ? `${session} ${visit.visitor}` : visit.visitor;
    const unit = units.get(key) ?? { visits: [], hits: [] };
    units.set(key, { visits: [...unit.visits, visit], hits: [...unit.hits, ...hits] });
  }
  const reached = [...units.values()]
    .map(({ visits, hits }) => {
      const low = (mask: number) => mask & -mask;
      const sorted = hits.toSorted(
        (one, other) =>
          one.at - other.at ||
          low(one.mask) - low(other.mask) ||
          one.mask - other.mask ||
          one.session - other.session,
      );
      return { visits, hits: sorted, bests: sequencesIn(sorted, question) };
    })
    .filter(({ bests }) => bests.length > 0);
  const valuesOf = ({ visits, hits, bests }: (typeof reached)[number]) => {
    const start = bests.at(-1)?.start;
    const session = hits.find(({ at, mask }) => at === start && mask & 1)?.session;
    const visit = visits.find(({ events }) => events[0]?.session_id === session);
    if (question.breakdown === "visit:country") return [visit?.first.country || NOT_SET];
    return visit?.variations.length ? visit.variations : [NOT_SET];
  };
  const parts = new Map<string, number[]>();
  if (question.breakdown)
    for (const unit of reached)
      for (const value of valuesOf(unit)) {
        const counts = parts.get(value) ?? steps.map(() => 0);
        parts.set(
          value,
          counts.map((count, index) => count + (unit.bests.length > index ? 1 : 0)),
        );
      }
  return {
    steps: steps.map((_, index) => {
      const unitsOfStep = reached.filter(({ bests }) => bests.length > index);
      const times = unitsOfStep
        .map(({ bests }) => (bests[index]?.end ?? 0) - (bests[index]?.start ?? 0))
        .sort((a, b) => a - b);
      return {
        units: unitsOfStep.length,
        visitors: new Set(unitsOfStep.map(({ visits }) => visits[0]?.visitor)).size,
        medianTime: times[Math.floor(times.length / 2)] ?? null,
      };
    }),
    parts: [...parts].map(([value, units]) => ({ value, units })),
  };
}

/** For each step, the sequence that got there first. */
function sequencesIn(hits: readonly Hit[], { steps, order, window }: RandomQuestion): Sequence[] {
  const bests: Sequence[] = [];
  let sequences: Sequence[] = hits.flatMap(({ at, mask }, last) =>
    mask & 1 ? [{ start: at, end: at, last }] : [],
  );
  for (let step = 1; sequences.length > 0; step += 1) {
    const first = Math.min(...sequences.map(({ last }) => last));
    const start = Math.max(...sequences.filter(({ last }) => last === first).map(({ start }) => start));
    bests.push({ start, end: hits[first]?.at ?? 0, last: first });
    if (step === steps.length) break;
    sequences = sequences.flatMap((sequence) =>
      hits.flatMap(({ at, mask }, last) => {
        const between = hits.slice(sequence.last + 1, last);
        const isDirect = order === "loose" || between.every((each) => each.mask & (2 ** (step - 1)));
        const isInTime = window === null || at - sequence.start <= window * 1000;
        return last > sequence.last && mask & (2 ** step) && isDirect && isInTime
          ? [{ start: sequence.start, end: at, last }]
          : [];
      }),
    );
  }
  return bests;
}

/** Each query takes the store 0.1 s. */
const ASKED = IS_SOAK ? 6 : 4;
const RUNS = IS_SOAK ? { numRuns: 100 } : { numRuns: 1, seed: 1428132495, endOnFailure: true };

it.each([
  ["a few visitors", createWorld({ min: -2, max: 6 }), IS_SOAK ? 10 : 5],
  ["a crowd", createCrowd(40), 10],
] as const)(
  "agrees with plain counting, for %s",
  async (_, worlds, funnels) => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.noBias(fc.array(funnel, { minLength: funnels, maxLength: funnels })),
        async (world, questions) => {
          await fill(store, world);
          await reconcile({ eventStore: store, drain }, { margin: 0 });
          const answers = await Promise.all(questions.map((each) => queryFunnel(store, toQuestion(each))));
          for (const [index, each] of questions.entries()) {
            const expected = countDirectly(world, each);
            expect(answers[index]?.steps).toEqual(expected.steps);
            expect(new Set(answers[index]?.parts)).toEqual(new Set(expected.parts));
          }
        },
      ),
      RUNS,
    );
  },
  300_000,
);

it("counts as many visitors in its first step as the query for that goal, for any filters", async () => {
  const worlds = createWorld({ min: -4, max: 26 });
  const filters = fc
    .array(tree, { maxLength: 2 })
    .filter((drawn) => isValid({ metrics: ["visitors"], filters: drawn }));
  await fc.assert(
    fc.asyncProperty(
      worlds,
      fc.array(filters, { minLength: ASKED, maxLength: ASKED }),
      pick(...GOALS),
      async (world, sent, goal) => {
        await fill(store, world);
        for (const each of sent) {
          const selected = each as unknown[][];
          const isOfVisits = !/event:|lead:/.test(JSON.stringify(selected));
          const base = { per: "visitor" as const, order: "loose" as const, window: null, breakdown: null };
          const steps = [goal.condition, { kind: "page", match: "is", path: "/" } as const];
          const { steps: counts } = await queryFunnel(
            store,
            toQuestion({ ...base, steps, filters: selected }),
          );
          const whole = queryOf(goal.name, isOfVisits ? selected : wrapped(selected));
          if (!isValid(whole)) continue;
          const [row] = await askStore(store, questionOf(whole));
          expect(counts[0]?.visitors).toBe(row?.metrics[0]);
        }
      },
    ),
    RUNS,
  );
}, 300_000);

const queryOf = (goal: string, filters: unknown[][]) => ({
  metrics: ["visitors"],
  filters: [["is", "event:goal", [goal]], ...filters],
});
/** Filters on pages and events select visits. */
const wrapped = (filters: unknown[][]) => filters.map((each) => ["has_done", each]);

it("lists the drop-off of a step, and what they did next", async () => {
  const at = (minutes: number) => NOON + ONE_HOUR + minutes * 60_000;
  const row = (id: string, visitor: string, minutes: number, overrides: object) =>
    eventRow({
      message_id: id,
      anonymous_id: visitor,
      session_id: at(0),
      timestamp: at(minutes),
      ...overrides,
    });
  const page = (path: string) => ({ path, type: "page" as const });
  const track = (event: string, properties: object) =>
    ({ type: "track", event, properties: JSON.stringify(properties) }) as const;
  await fill(store, {
    leads: [],
    events: [
      row("a1", "ann", 0, page("/")),
      row("a2", "ann", 1, page("/pricing")),
      row("a3", "ann", 2, track("Section Viewed", {})),
      row("a4", "ann", 3, track("Overlay Opened", { overlay: "sales" })),
      row("b1", "ben", 0, page("/")),
      row("b2", "ben", 1, track("Web Vitals", {})),
      row("b3", "ben", 2, page("/lp/board")),
      row("c1", "eve", 5, page("/")),
      row("d1", "dan", 0, page("/")),
      row("d2", "dan", 1, page("/pricing")),
      row("d3", "dan", 2, track("Form Sent", {})),
    ],
  });
  const question = toQuestion({
    steps: [CONDITIONS[0], CONDITIONS[1], CONDITIONS[3]] as GoalCondition[],
    per: "visit",
    order: "loose",
    window: null,
    breakdown: null,
    filters: [],
  });
  const first = await queryDropOff(store, question, { step: 1, part: null });
  expect(first.units).toBe(2);
  expect(first.next).toEqual([
    { node: { kind: "left", name: "", detail: "" }, units: 1 },
    { node: { kind: "page", name: "/lp/board", detail: "" }, units: 1 },
  ]);
  expect(first.visits.map(({ visitor, reachedAt, next }) => [visitor, reachedAt, next.name])).toEqual([
    ["eve", at(5), ""],
    ["ben", at(0), "/lp/board"],
  ]);
  const second = await queryDropOff(store, { ...question, per: "visitor" }, { step: 2, part: null });
  expect(second).toMatchObject({
    units: 1,
    next: [{ node: { kind: "event", name: "Overlay Opened", detail: "sales" }, units: 1 }],
    visits: [{ visitor: "ann", entryPage: "/", next: { detail: "sales" } }],
  });
});

it("ends a strict sequence at another step, and any sequence at the time limit", async () => {
  const HOME = { path: "/" };
  const PRICING = { path: "/pricing" };
  const SENT = { type: "track", event: "Form Sent" } as const;
  const OTHER = { path: "/lp/board" };
  const visitors = {
    direct: [HOME, PRICING, SENT],
    // Events that are not a step do not matter.
    aside: [HOME, OTHER, PRICING, OTHER, SENT],
    detour: [HOME, SENT, PRICING, SENT],
    again: [HOME, SENT, HOME, PRICING, SENT],
    backward: [SENT, PRICING, HOME],
  };
  const events = Object.entries(visitors).flatMap(([visitor, done]) =>
    done.map((fields, index) =>
      eventRow({
        message_id: `${visitor} ${index}`,
        anonymous_id: visitor,
        session_id: NOON,
        timestamp: NOON + ONE_HOUR + index * 60_000,
        ...fields,
      }),
    ),
  );
  await fill(store, { events, leads: [] });
  const steps = [CONDITIONS[0], CONDITIONS[1], CONDITIONS[3]] as GoalCondition[];
  const count = async (overrides: Pick<RandomQuestion, "order" | "window">) => {
    const question = toQuestion({ steps, per: "visit", breakdown: null, filters: [], ...overrides });
    return (await queryFunnel(store, question)).steps.map(({ units }) => units);
  };
  expect(await count({ order: "loose", window: null })).toEqual([5, 4, 4]);
  expect(await count({ order: "strict", window: null })).toEqual([5, 3, 3]);
  // `again` restarts with its second view of the home page; `aside` takes four minutes, `detour` three.
  expect(await count({ order: "loose", window: 180 })).toEqual([5, 4, 3]);
  expect(await count({ order: "loose", window: 60 })).toEqual([5, 2, 0]);
});
