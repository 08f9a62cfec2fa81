import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createFakeStore } from "../testing/fakes.ts";
import { createLeaseLock } from "./leaseLock.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const KEY = "marquee_queue_lock";
const hold = (duration: number) => () => new Promise<void>((resolve) => setTimeout(resolve, duration));

describe("createLeaseLock", () => {
  it("waits for another tab at most three times for 50 ms", async () => {
    const store = createFakeStore();
    const [first, second] = [createLeaseLock(store, KEY), createLeaseLock(store, KEY)];
    const held = first(hold(1000));
    const task = vi.fn(async () => {});
    const refused = second(task);
    await vi.advanceTimersByTimeAsync(149);
    expect(task).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(await refused).toBe(false);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await held).toBe(true);
    expect(await second(task)).toBe(true);
    expect(task).toHaveBeenCalledTimes(1);
  });

  it("acquires the lock if the other tab finishes in time", async () => {
    const store = createFakeStore();
    const held = createLeaseLock(store, KEY)(hold(80));
    const task = vi.fn(async () => {});
    const waited = createLeaseLock(store, KEY)(task);
    await vi.advanceTimersByTimeAsync(100);
    expect([await held, await waited, task.mock.calls.length, store.entries.size]).toEqual([
      true,
      true,
      1,
      0,
    ]);
  });

  it("takes over the expired lease of a closed tab", async () => {
    const store = createFakeStore();
    createLeaseLock(store, KEY)(() => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(30_001);
    expect(await createLeaseLock(store, KEY)(async () => {})).toBe(true);
  });

  it("releases the lock after a failed task", async () => {
    const store = createFakeStore();
    await expect(createLeaseLock(store, KEY)(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await createLeaseLock(store, KEY)(async () => {})).toBe(true);
  });
});
