import { ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createTestEvent } from "../testing/fakes.ts";
import { createQueueWorld } from "../testing/queueWorld.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A browser with one tab and one event, whose ad blocker blocks every request. */
async function openBlocked() {
  const world = createQueueWorld();
  world.server.fates.push(...Array.from({ length: 1000 }, () => "lost" as const));
  world.open(0);
  world.tabs[0]?.queue.add(createTestEvent("a"));
  await vi.advanceTimersByTimeAsync(ONE_MINUTE);
  return world;
}

describe("createQueue without responses", () => {
  it("pauses after five requests, then retries every five minutes, and keeps its events", async () => {
    const { statuses, server, storage } = await openBlocked();
    expect(statuses.map(({ kind }) => kind)).toEqual([...Array(4).fill("retrying"), "blocked"]);
    expect(statuses.at(-1)).toEqual({
      kind: "blocked",
      messageIds: ["a"],
      reason: "Failed to fetch",
      delay: 300_000,
    });
    await vi.advanceTimersByTimeAsync(10 * ONE_HOUR);
    expect(server.seen.requests).toBe(5 + 120);
    expect(statuses.filter(({ kind }) => kind === "dropped")).toEqual([]);
    expect(Object.keys(storage)).toHaveLength(2);
  });

  it("delivers the kept events once the server responds, and then works normally", async () => {
    const { server, idsTold, tabs, storage } = await openBlocked();
    server.fates.length = 0;
    await vi.advanceTimersByTimeAsync(5 * ONE_MINUTE);
    expect(idsTold("delivered")).toEqual(["a"]);
    tabs[0]?.queue.add(createTestEvent("b"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(idsTold("delivered")).toEqual(["a", "b"]);
    expect(Object.keys(storage)).toEqual([]);
  });

  it("sends one request when the browser is online again, and one on the next visit", async () => {
    const { server, tabs, kill, open } = await openBlocked();
    tabs[0]?.queue.flush();
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
    expect(server.seen.requests).toBe(6);
    kill(0);
    open(0);
    tabs[0]?.queue.add(createTestEvent("b"));
    tabs[0]?.queue.flushOnHide();
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
    expect(server.seen.requests).toBe(7);
  });

  it("sends nothing while the browser is offline, and does not count that as blocked", async () => {
    const { world, server, tabs, open, idsTold } = createQueueWorld();
    open(0);
    world.isOnline = false;
    tabs[0]?.queue.add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(ONE_HOUR);
    expect(server.seen.requests).toBe(0);
    world.isOnline = true;
    tabs[0]?.queue.flush();
    await vi.advanceTimersByTimeAsync(1000);
    expect([server.seen.requests, ...idsTold("delivered")]).toEqual([1, "a"]);
  });

  it("keeps the newest 1000 events and 1 MB, and reports the dropped ones", async () => {
    const { tabs, idsTold, statuses, storage } = await openBlocked();
    const queue = tabs[0]?.queue;
    for (let index = 0; index < 1002; index += 1) queue?.add(createTestEvent(`e${index}`));
    expect(idsTold("dropped")).toEqual(["a", "e0", "e1"]);
    expect(statuses.at(-1)).toMatchObject({ reason: "queue full" });
    queue?.clear();
    const before = idsTold("dropped").length;
    for (let index = 0; index < 60; index += 1) queue?.add(createTestEvent(`b${index}`, "x".repeat(20_000)));
    expect(idsTold("dropped").slice(before)).toEqual(Array.from({ length: 8 }, (_, index) => `b${index}`));
    expect(Object.keys(storage)).toHaveLength(52);
  });
});
