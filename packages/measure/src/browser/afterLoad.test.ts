import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { afterLoad } from "./afterLoad.ts";

/** Simulates a document whose load event fires after `loadedAfter` ms. */
function open(loadedAfter: number) {
  const page = new EventTarget();
  const navigation = { loadEventStart: 0 };
  vi.stubGlobal("window", page);
  vi.stubGlobal("document", { readyState: "loading" });
  vi.spyOn(performance, "getEntriesByType").mockImplementation(() => [navigation as never]);
  setTimeout(() => {
    navigation.loadEventStart = performance.now();
    page.dispatchEvent(new Event("load"));
  }, loadedAfter);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("measures the delay from the load event, before or after it fires", () => {
  open(4000);
  const early = vi.fn();
  const late = vi.fn();
  afterLoad(early, 5000);
  vi.advanceTimersByTime(6000);
  afterLoad(late, 5000);
  vi.advanceTimersByTime(2999);
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1]);
});

it("runs immediately if the delay has passed, and never after cancellation", () => {
  open(100);
  vi.advanceTimersByTime(20_000);
  const task = vi.fn();
  afterLoad(task, 5000);
  vi.advanceTimersByTime(0);
  expect(task).toHaveBeenCalledTimes(1);
  open(1000);
  const cancelled = [afterLoad(task, 5000), afterLoad(task, 5000)];
  cancelled[0]?.();
  vi.advanceTimersByTime(2000);
  cancelled[1]?.();
  vi.advanceTimersByTime(20_000);
  expect(task).toHaveBeenCalledTimes(1);
});
