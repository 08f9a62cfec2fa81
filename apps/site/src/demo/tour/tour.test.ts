import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDemoMessage } from "../demoEvents.ts";
import { createTourReducer, INITIAL_TOUR, STEPS, type Tour, type TourAction, unlockedStep } from "./tour.ts";
import { messagesBetween } from "./useTour.ts";
import { COLUMN_COUNT, DAY_COUNT, OWN_TASK, ownTask } from "./workspace.ts";

const WORDS = {
  list: "Website launch",
  task: "Write the launch note",
  samples: ["Brief", "Photos", "Page", "Check"],
};
const reduce = createTourReducer(WORDS);

/** Runs the actions. @returns the final state and all messages sent on the way. */
function run(actions: readonly TourAction[], start: Tour = INITIAL_TOUR) {
  let tour = start;
  const messages = actions.flatMap((action) => {
    const before = tour;
    tour = reduce(tour, action);
    return messagesBetween(before, tour);
  });
  return { tour, messages };
}

const BY_HAND: readonly TourAction[] = [
  { type: "nameList", name: " Spring fair " },
  { type: "writeTask", title: "Book the hall" },
  { type: "pickDay", day: 2 },
  { type: "moveCard", id: OWN_TASK, column: 1 },
  { type: "moveBar", day: 4 },
  { type: "ask", question: 1 },
  { type: "share", access: "edit" },
];
const WHOLE_WALK: readonly TourAction[] = [
  { type: "start" },
  ...BY_HAND.flatMap((act): TourAction[] => [act, { type: "next" }]),
];

const action: fc.Arbitrary<TourAction> = fc.oneof(
  fc.constantFrom<TourAction>(
    { type: "start" },
    { type: "restart" },
    { type: "back" },
    { type: "next" },
    { type: "assist" },
    { type: "toggleChecklist" },
    ...BY_HAND,
  ),
  fc.record({ type: fc.constant("goTo" as const), step: fc.integer({ min: -3, max: 12 }) }),
  fc.record({ type: fc.constant("nameList" as const), name: fc.string({ maxLength: 90 }) }),
  fc.record({ type: fc.constant("writeTask" as const), title: fc.string({ maxLength: 90 }) }),
  fc.record({ type: fc.constantFrom("pickDay" as const, "moveBar" as const), day: fc.integer() }),
  fc.record({
    type: fc.constant("moveCard" as const),
    id: fc.constantFrom(OWN_TASK, "sample-0", "nobody"),
    column: fc.integer(),
  }),
);

describe("tour", () => {
  it("reports every event from start to end, once and in order", () => {
    const { tour, messages } = run(WHOLE_WALK);
    expect(tour).toMatchObject({ phase: "end", done: [...STEPS], assisted: [] });
    expect(
      messages.map(({ event, demo }) => ("stepId" in demo ? `${event}: ${demo.stepId}` : event)),
    ).toEqual([
      "start flow",
      "view step: list",
      "engage: list",
      ...STEPS.flatMap((step, index) => [
        `complete checklist task: ${step}`,
        ...(index < STEPS.length - 1 ? [`view step: ${STEPS[index + 1]}`] : []),
      ]),
      "complete checklist",
      "complete flow",
    ]);
    expect(tour.workspace).toMatchObject({ listName: "Spring fair", question: 1, access: "edit" });
    expect(ownTask(tour.workspace)).toEqual({ id: OWN_TASK, title: "Book the hall", day: 4, column: 1 });
  });

  it("counts steps performed by the demo as assisted and not as engagement", () => {
    const actions = STEPS.flatMap((): TourAction[] => [{ type: "assist" }, { type: "next" }]);
    const { tour, messages } = run([{ type: "start" }, ...actions]);
    expect(tour).toMatchObject({ phase: "end", done: [...STEPS], assisted: [...STEPS], isEngaged: false });
    expect(messages.some(({ event }) => event === "engage")).toBe(false);
    const tasks = messages.filter(({ event }) => event === "complete checklist task");
    expect(tasks.map(({ demo }) => "isAssisted" in demo && demo.isAssisted)).toEqual(STEPS.map(() => true));
  });

  it("advances only from a completed step and goes back to any step", () => {
    const { tour } = run([{ type: "start" }, { type: "next" }, { type: "goTo", step: 3 }]);
    expect(tour.step).toBe(0);
    const further = run([BY_HAND[0] ?? { type: "back" }, { type: "next" }, { type: "next" }], tour).tour;
    expect(further.step).toBe(1);
    expect(run([{ type: "back" }, { type: "back" }], further).tour.step).toBe(0);
    expect(
      run(
        [
          { type: "goTo", step: 0 },
          { type: "goTo", step: 1 },
        ],
        further,
      ).tour.step,
    ).toBe(1);
  });

  it("restarts with an empty workspace and reports it", () => {
    const { tour, messages } = run([...WHOLE_WALK, { type: "restart" }]);
    expect(tour).toEqual({ ...INITIAL_TOUR, phase: "steps", run: 2 });
    expect(messages.slice(-2).map(({ event }) => event)).toEqual(["start flow", "view step"]);
  });

  it("reports when the checklist opens and closes", () => {
    const { messages } = run([{ type: "start" }, { type: "toggleChecklist" }, { type: "toggleChecklist" }]);
    expect(messages.slice(2).map(({ event }) => event)).toEqual(["close checklist", "open checklist"]);
  });

  it("ignores blank names and actions on a missing task", () => {
    const { tour, messages } = run([
      { type: "start" },
      { type: "nameList", name: " \n" },
      { type: "writeTask", title: "Too early" },
      { type: "pickDay", day: 3 },
      { type: "ask", question: 0 },
      { type: "share", access: "view" },
    ]);
    expect(tour.workspace).toEqual(INITIAL_TOUR.workspace);
    expect(messages).toHaveLength(2);
  });

  it("completes the board step only when the visitor's own card moves", () => {
    const { tour } = run([...WHOLE_WALK.slice(0, 6), { type: "moveCard", id: "sample-1", column: 1 }]);
    expect(tour.done).not.toContain("board");
  });

  it("keeps its invariants for any sequence of actions", () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
        const { tour, messages } = run(actions);
        for (const message of messages) expect(parseDemoMessage(structuredClone(message))).toEqual(message);
        expect(tour.step).toBeLessThanOrEqual(Math.min(unlockedStep(tour), STEPS.length - 1));
        expect(new Set(tour.done).size).toBe(tour.done.length);
        expect(tour.done).toEqual(expect.arrayContaining([...tour.assisted]));
        if (tour.phase === "intro")
          expect(messages.every(({ event }) => event.endsWith("checklist"))).toBe(true);
        if (tour.phase === "end") expect(tour.done).toHaveLength(STEPS.length);
        for (const { title, day, column } of tour.workspace.tasks) {
          expect(title.trim()).not.toBe("");
          expect(day === null || (day >= 0 && day < DAY_COUNT)).toBe(true);
          expect(column >= 0 && column < COLUMN_COUNT).toBe(true);
        }
      }),
    );
  });
});
