import { ONE_DAY } from "@marquee/contract";
import type { PathNode, PathsQuery } from "@marquee/contract/schema";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { IS_SOAK } from "../../../../../../scripts/test/soak.mjs";
import type { EventRow } from "../../../platform/storage/events/eventRow.types.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { reconcile } from "../../../platform/storage/reconcile.ts";
import { borrowEvents } from "../../../testing/borrowStores.ts";
import { eventRow } from "../../../testing/eventRow.ts";
import {
  createCrowd,
  createWorld,
  drain,
  fill,
  NOON,
  pick,
  questionOf,
  RANGE,
  type World,
} from "../../../testing/randomHistory.ts";
import { isLost, type Visit, visitsOf } from "../../../testing/visitsOf.ts";
import { queryFigureRows } from "../../questions/queries/figureRows.ts";
import { queryPaths } from "./paths.ts";

let store: EventStore;
beforeAll(async () => {
  store = await borrowEvents();
}, 120_000);
afterAll(async () => {
  await store.stop();
});

const nodeOf = ({ type, event, path, ...row }: EventRow): PathNode =>
  type === "page"
    ? { kind: "page", name: isLost({ type, event, path, ...row }) ? "" : path, detail: "" }
    : { kind: "event", name: event, detail: "" };
const textOf = ({ kind, name }: PathNode) => `${kind} ${name}`;

type RandomQuery = Pick<PathsQuery, "anchor" | "direction" | "of"> & { filters: unknown[][] };
const pathsQuestion: fc.Arbitrary<RandomQuery> = fc.record({
  anchor: pick(
    { kind: "page" as const, name: "/pricing", detail: "" },
    { kind: "page" as const, name: "/", detail: "" },
    { kind: "event" as const, name: "Form Sent", detail: "" },
  ),
  direction: pick("from" as const, "toward" as const),
  of: pick("main" as const, "all" as const),
  filters: pick<unknown[][]>([], [["is", "visit:country", ["DE"]]]),
});

/** Paths by the definitions of docs/journeys.md. */
function countDirectly({ events }: World, { anchor, direction, of, filters }: RandomQuery) {
  const isShown = ({ type, event }: EventRow) => type === "page" || of === "all" || event === "Form Sent";
  const inRange = ({ timestamp }: EventRow) => timestamp >= RANGE.from && timestamp < RANGE.to;
  const isSelected = ({ isCustomer, first, views }: Visit) =>
    !isCustomer && views.length > 0 && (filters.length === 0 || first.country === "DE");
  const selectedVisits = visitsOf(events)
    .filter(isSelected)
    .map((visit) => ({
      visitor: visit.visitor,
      nodes: visit.events
        .filter((event) => inRange(event) && isShown(event))
        .map((event) => ({ ...nodeOf(event), at: event.timestamp }))
        .sort((one, other) => one.at - other.at || (textOf(one) < textOf(other) ? -1 : 1)),
    }))
    .filter(({ nodes }) => nodes.some((node) => textOf(node) === textOf(anchor)));
  const links = new Map<string, number>();
  for (const { nodes } of selectedVisits) {
    const texts = nodes.map(textOf);
    const inOrder = direction === "from" ? texts : texts.toReversed();
    const steps = inOrder.filter((text, index) => text !== inOrder[index - 1]);
    const path = steps.slice(steps.indexOf(textOf(anchor)));
    const whole = [...path, direction === "from" ? "left " : "entered "].slice(0, 5);
    for (const [index, near] of whole.slice(0, -1).entries()) {
      const far = whole[index + 1] ?? "";
      const [from, to] = direction === "from" ? [near, far] : [far, near];
      const key = JSON.stringify([index, from, to]);
      links.set(key, (links.get(key) ?? 0) + 1);
    }
  }
  const occurrences = selectedVisits
    .flatMap(({ nodes }) => nodes)
    .filter((node) => textOf(node) === textOf(anchor));
  return {
    visits: selectedVisits.length,
    visitors: new Set(selectedVisits.map(({ visitor }) => visitor)).size,
    occurrences: occurrences.length,
    links,
  };
}

it.each([
  ["a few visitors", createWorld({ min: -2, max: 6 }), IS_SOAK ? 6 : 3],
  ["a crowd", createCrowd(40), 6],
] as const)(
  "follows the visits, and starts with the same counts as queries, for %s",
  async (_, worlds, questions) => {
    await fc.assert(
      fc.asyncProperty(
        worlds,
        fc.array(pathsQuestion, { minLength: questions, maxLength: questions }),
        async (world, queries) => {
          await fill(store, world);
          await reconcile({ eventStore: store, drain }, { margin: 0 });
          for (const { filters, ...each } of queries) {
            const page = each.anchor.kind === "page" ? [["is", "event:page", [each.anchor.name]]] : [];
            const { metrics, dimensions, order, ...question } = questionOf({
              metrics: ["visitors"],
              filters,
            });
            const expected = countDirectly(world, { filters, ...each });
            const { links, ...totals } = await queryPaths(store, { ...question, ...each });
            expect({
              ...totals,
              links: new Map(
                links.map(({ column, from, to, visits }) => [
                  JSON.stringify([column, textOf(from), textOf(to)]),
                  visits,
                ]),
              ),
            }).toEqual(expected);
            if (page.length === 0) continue;
            const figure = await queryFigureRows(store, {
              ...questionOf({ metrics: ["visitors"], filters: [...filters, ...page] }),
              metric: "visitors",
              after: null,
            });
            const { rows, visitors, views } = figure.totals;
            expect(totals).toEqual({ visits: rows, visitors, occurrences: views });
          }
        },
      ),
      IS_SOAK ? { numRuns: 100 } : { numRuns: 1, seed: 1428132495, endOnFailure: true },
    );
  },
  300_000,
);

it("groups the long tail of each column, and loses none of them", async () => {
  const events = Array.from({ length: 30 }, (_, index) => index).flatMap((index) => {
    const of = (id: string, seconds: number, path: string) =>
      eventRow({
        message_id: `${index} ${id}`,
        anonymous_id: `visitor ${index}`,
        session_id: NOON + index,
        timestamp: NOON + index + seconds * 1000,
        path,
      });
    // Page k is seen by more visits than page k + 1.
    const page = Math.floor(Math.sqrt(index * 4));
    return [
      of("home", 0, "/"),
      of("next", 10, `/page/${page}`),
      ...(index % 2 ? [of("last", 20, "/end")] : []),
    ];
  });
  await fill(store, { events, leads: [] });
  const { metrics, dimensions, order, ...question } = questionOf({ metrics: ["visitors"] });
  const { visits, links } = await queryPaths(store, {
    ...question,
    range: { from: NOON, to: NOON + ONE_DAY },
    anchor: { kind: "page", name: "/", detail: "" },
    direction: "from",
    of: "main",
  });
  const sum = (column: number) =>
    links.filter((link) => link.column === column).reduce((total, { visits }) => total + visits, 0);
  expect([visits, sum(0), sum(1), sum(2)]).toEqual([30, 30, 30, 15]);
  const second = new Set(links.filter(({ column }) => column === 0).map(({ to }) => `${to.kind} ${to.name}`));
  expect(second.size).toBe(9);
  expect(second).toContain("other ");
  const into = links.filter(({ column, to }) => column === 0 && to.kind === "other");
  const out = links.filter(({ column, from }) => column === 1 && from.kind === "other");
  expect(into.map(({ visits }) => visits)).toEqual([out.reduce((total, { visits }) => total + visits, 0)]);
});

it("counts consecutive repetitions as one step", async () => {
  const seen = ["/", "/", "/pricing", "/pricing", "/", "/pricing"];
  const events = seen.map((path, index) =>
    eventRow({
      message_id: `${index}`,
      anonymous_id: "ann",
      session_id: NOON,
      timestamp: NOON + index * 1000,
      path,
    }),
  );
  await fill(store, { events, leads: [] });
  const { metrics, dimensions, order, ...question } = questionOf({ metrics: ["visitors"] });
  const query = { anchor: { kind: "page", name: "/", detail: "" }, of: "main" } as const;
  const ask = async (direction: "from" | "toward") => {
    const { occurrences, links } = await queryPaths(store, { ...question, ...query, direction });
    return [occurrences, ...links.map(({ from, to }) => [from.name || from.kind, to.name || to.kind])];
  };
  expect(await ask("from")).toEqual([
    3,
    ["/", "/pricing"],
    ["/pricing", "/"],
    ["/", "/pricing"],
    ["/pricing", "left"],
  ]);
  expect(await ask("toward")).toEqual([3, ["/pricing", "/"], ["/", "/pricing"], ["entered", "/"]]);
});
