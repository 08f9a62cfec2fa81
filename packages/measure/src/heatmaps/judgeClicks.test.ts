import type { Frustration } from "@marquee/contract";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ClassifiedClick, createClickClassifier } from "./judgeClicks.ts";

let judged: [number, Frustration | undefined][];
const onWaiting = vi.fn();
const createJudge = () =>
  createClickClassifier({
    onJudged: ({ x }: ClassifiedClick, frustration) => judged.push([x, frustration]),
    onWaiting,
  });
const click = (x: number, element: unknown = x, mayBeDead = true): ClassifiedClick => ({
  at: Date.now(),
  element,
  x,
  y: 0,
  mayBeDead,
});

beforeEach(() => {
  vi.useFakeTimers();
  judged = [];
  onWaiting.mockClear();
});
afterEach(() => vi.useRealTimers());

test("a click after which nothing happens for a second is dead", () => {
  const judge = createJudge();
  judge.add(click(1));
  vi.advanceTimersByTime(999);
  expect(judged).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(judged).toEqual([[1, "dead"]]);
  expect(onWaiting.mock.calls).toEqual([[true], [false]]);
});

test("whatever happens meanwhile makes it alive, and only what happens meanwhile", () => {
  const judge = createJudge();
  judge.active();
  judge.add(click(1));
  judge.add(click(500));
  vi.advanceTimersByTime(500);
  judge.active();
  judge.add(click(1000));
  vi.advanceTimersByTime(1000);
  expect(judged).toEqual([
    [1, undefined],
    [500, undefined],
    [1000, "dead"],
  ]);
});

test("clicks of which nothing need come are never dead, nor are those that the page's end leaves undecided", () => {
  const judge = createJudge();
  judge.add(click(1, "input", false));
  vi.advanceTimersByTime(1000);
  judge.add(click(2));
  judge.settle();
  expect(judged).toEqual([
    [1, undefined],
    [2, undefined],
  ]);
});

test("three clicks on one element within a second are rage, each of them; two are not, nor three in a longer time", () => {
  const judge = createJudge();
  for (const x of [0, 100, 200]) judge.add(click(x, "button"));
  judge.active();
  vi.advanceTimersByTime(5000);
  expect(judged.splice(0)).toEqual([
    [0, "rage"],
    [100, "rage"],
    [200, "rage"],
  ]);
  for (const x of [0, 100]) judge.add(click(x, "button"));
  judge.active();
  vi.advanceTimersByTime(5000);
  expect(judged.splice(0).map(([, frustration]) => frustration)).toEqual([undefined, undefined]);
  for (const x of [0, 100, 200]) {
    judge.add(click(x, "button"));
    judge.active();
    vi.advanceTimersByTime(600);
  }
  vi.advanceTimersByTime(5000);
  expect(judged.map(([, frustration]) => frustration)).toEqual([undefined, undefined, undefined]);
});

test("clicks within 30 pixels count as on one thing, those beyond do not", () => {
  const judge = createJudge();
  for (const x of [0, 30, 15]) judge.add(click(x));
  vi.advanceTimersByTime(1000);
  expect(judged.splice(0).map(([, frustration]) => frustration)).toEqual(["rage", "rage", "rage"]);
  for (const x of [0, 31, 62]) judge.add(click(x));
  vi.advanceTimersByTime(1000);
  expect(judged.map(([, frustration]) => frustration)).toEqual(["dead", "dead", "dead"]);
});

test("every click is judged once, in order", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ x: fc.nat(100), wait: fc.nat(1500) })), (steps) => {
      judged = [];
      const judge = createJudge();
      for (const { x, wait } of steps) {
        judge.add(click(x));
        vi.advanceTimersByTime(wait);
      }
      judge.settle();
      expect(judged.map(([x]) => x)).toEqual(steps.map(({ x }) => x));
    }),
  );
});

test("what is dropped is told nobody", () => {
  const judge = createJudge();
  judge.add(click(1));
  judge.drop();
  vi.advanceTimersByTime(5000);
  expect(judged).toEqual([]);
});
