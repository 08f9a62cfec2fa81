import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectAfterBurst } from "./collectAfterBurst.ts";

const INTERVAL = 1000;
const MANY = 5 * 1024 ** 2;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("collects garbage once a burst is over, and not again until the next", () => {
  const collect = vi.fn();
  const note = collectAfterBurst({ collect, interval: INTERVAL });
  note(1);
  vi.advanceTimersByTime(2 * INTERVAL);
  expect(collect).not.toHaveBeenCalled();
  for (let times = 0; times < 3; times += 1) {
    note(MANY);
    vi.advanceTimersByTime(INTERVAL);
  }
  expect(collect).not.toHaveBeenCalled();
  note(1);
  vi.advanceTimersByTime(INTERVAL);
  expect(collect).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(5 * INTERVAL);
  expect(collect).toHaveBeenCalledTimes(2);
  note(MANY);
  vi.advanceTimersByTime(2 * INTERVAL);
  expect(collect).toHaveBeenCalledTimes(4);
});
