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

test("a click with no activity for one second is dead", () => {
  const judge = createJudge();
  judge.add(click(1));
  vi.advanceTimersByTime(999);
  expect(judged).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(judged).toEqual([[1, "dead"]]);
  expect(onWaiting.mock.calls).toEqual([[true], [false]]);
});

test("only activity between the click and the timeout prevents a dead click", () => {
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

test("clicks that need no response, and clicks still undecided at page end, are never dead", () => {
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

test("three clicks on one element within a second are rage clicks; two, or three over a longer time, are not", () => {
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

test("clicks within 30 pixels count as one spot, clicks farther apart do not", () => {
  const judge = createJudge();
  for (const x of [0, 30, 15]) judge.add(click(x));
  vi.advanceTimersByTime(1000);
  expect(judged.splice(0).map(([, frustration]) => frustration)).toEqual(["rage", "rage", "rage"]);
  for (const x of [0, 31, 62]) judge.add(click(x));
  vi.advanceTimersByTime(1000);
  expect(judged.map(([, frustration]) => frustration)).toEqual(["dead", "dead", "dead"]);
});

test("classifies every click once, in order", () => {
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

test("does not report dropped clicks", () => {
  const judge = createJudge();
  judge.add(click(1));
  judge.drop();
  vi.advanceTimersByTime(5000);
  expect(judged).toEqual([]);
});
