import { MAX_KEEPALIVE_BYTES, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createFakeLock,
  createFakeServer,
  createFakeStore,
  createTestEvent,
  DELIVERED,
  FAILED,
} from "../testing/fakes.ts";
import { createQueue, type QueueStatus } from "./queue.ts";
import { createQueueStore } from "./queueStore.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

type Server = ReturnType<typeof createFakeServer>;

/** A browser whose tabs share storage and lock; each `openTab` creates a document with its own queue. */
function createBrowser(server: Server) {
  const store = createFakeStore();
  const lock = createFakeLock();
  const statuses: QueueStatus[] = [];
  let opened = 0;
  const openTab = (isOnline = () => true) => {
    opened += 1;
    return createQueue({
      store: createQueueStore({ store, tabId: `tab ${opened}`, now: Date.now }),
      lock,
      send: server.send,
      writeKey: "local",
      now: Date.now,
      random: () => 0.5,
      isOnline,
      onStatus: (status) => statuses.push(status),
    });
  };
  const idsTold = (kind: QueueStatus["kind"]) =>
    statuses.filter((s) => s.kind === kind).flatMap((s) => s.messageIds);
  return { store, openTab, statuses, idsTold };
}

describe("createQueue", () => {
  it("sends events added together in one request, in order", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true }));
    const { openTab, store, statuses } = createBrowser(server);
    const queue = openTab();
    for (const id of ["a", "b", "c"]) queue.add(createTestEvent(id));
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.batches).toHaveLength(1);
    expect(server.batches[0]).toMatchObject({ writeKey: "local", sentAt: "2027-01-15T08:00:00.100Z" });
    expect(server.arrived).toEqual(["a", "b", "c"]);
    expect(statuses).toEqual([{ kind: "delivered", messageIds: ["a", "b", "c"] }]);
    expect(store.entries.size).toBe(0);
  });

  it("sends new events immediately while events in flight from a closed document are pending", async () => {
    let isHanging = true;
    const server = createFakeServer(() =>
      isHanging
        ? { outcome: FAILED, hasArrived: false, delay: ONE_HOUR }
        : { outcome: DELIVERED, hasArrived: true },
    );
    const { openTab } = createBrowser(server);
    const before = openTab();
    before.add(createTestEvent("a"));
    before.flushOnHide();
    await vi.advanceTimersByTimeAsync(10);
    before.stop();
    isHanging = false;
    const after = openTab();
    after.flush();
    await vi.advanceTimersByTimeAsync(10);
    after.add(createTestEvent("b"));
    await vi.advanceTimersByTimeAsync(200);
    expect(server.arrived).toEqual(["b"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(server.arrived).toEqual(["b", "a"]);
  });

  it("keeps events across a reload while the server is down, and delivers them afterwards", async () => {
    let isAway = true;
    const server = createFakeServer(() => ({ outcome: isAway ? FAILED : DELIVERED, hasArrived: !isAway }));
    const { openTab, store } = createBrowser(server);
    const before = openTab();
    before.add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(1000);
    before.stop();
    isAway = false;
    const after = openTab();
    after.flush();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived).toEqual(["a"]);
    expect(store.entries.size).toBe(0);
  });

  it("increases the delay after each failure and respects Retry-After", async () => {
    const server = createFakeServer((request) => ({
      outcome: request === 3 ? { ...FAILED, retryAfter: 200_000 } : FAILED,
      hasArrived: false,
    }));
    const { openTab, statuses } = createBrowser(server);
    openTab().add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(ONE_HOUR);
    const delays = statuses.flatMap((status) => (status.kind === "retrying" ? [status.delay] : []));
    expect(delays).toEqual([750, 1250, 200_000, 4250, 8250, 16_250, 32_250, 64_250, 128_250]);
  });

  it("drops an event after ten attempts and reports it", async () => {
    const server = createFakeServer(() => ({ outcome: FAILED, hasArrived: false }));
    const { openTab, store, statuses } = createBrowser(server);
    openTab().add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(ONE_HOUR);
    expect(server.batches).toHaveLength(10);
    expect(statuses.at(-1)).toEqual({
      kind: "dropped",
      messageIds: ["a"],
      reason: "failed 10 times, last with: status 503",
    });
    expect(store.entries.size).toBe(0);
  });

  it("reports events that the server rejected from a batch", async () => {
    const outcome = { kind: "delivered", refused: [{ messageId: "b", reason: "type is missing" }] } as const;
    const server = createFakeServer(() => ({
      outcome: { ...outcome, refused: [...outcome.refused] },
      hasArrived: true,
    }));
    const { openTab, statuses } = createBrowser(server);
    const queue = openTab();
    for (const id of ["a", "b"]) queue.add(createTestEvent(id));
    await vi.advanceTimersByTimeAsync(1000);
    expect(statuses).toEqual([
      { kind: "dropped", messageIds: ["b"], reason: "type is missing" },
      { kind: "delivered", messageIds: ["a"] },
    ]);
  });

  it("sends what fits into the keepalive limit when the page hides, and keeps the rest", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true }));
    const { openTab, store } = createBrowser(server);
    const queue = openTab();
    const events = Array.from({ length: 10 }, (_, index) => createTestEvent(`e${index}`, "x".repeat(10_000)));
    for (const event of events) queue.add(event);
    queue.flushOnHide();
    queue.stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.batches).toHaveLength(1);
    expect(Buffer.byteLength(JSON.stringify(server.batches[0]))).toBeLessThan(MAX_KEEPALIVE_BYTES);
    expect(server.arrived).toEqual(["e0", "e1", "e2", "e3", "e4", "e5"]);
    expect(store.entries.size).toBe(4);
  });

  it("counts requests in flight against the keepalive limit", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true, delay: 5000 }));
    const { openTab } = createBrowser(server);
    const queue = openTab();
    for (let index = 0; index < 5; index += 1) queue.add(createTestEvent(`a${index}`, "x".repeat(10_000)));
    await vi.advanceTimersByTimeAsync(200);
    for (let index = 0; index < 5; index += 1) queue.add(createTestEvent(`b${index}`, "x".repeat(10_000)));
    queue.flushOnHide();
    await vi.advanceTimersByTimeAsync(0);
    expect(server.batches.map(({ batch }) => batch.map(({ messageId }) => messageId))).toEqual([
      ["a0", "a1", "a2", "a3", "a4"],
      ["b0"],
    ]);
  });

  it("sends nothing on hide while offline or after failures", async () => {
    const server = createFakeServer(() => ({ outcome: FAILED, hasArrived: false }));
    const { openTab, store } = createBrowser(server);
    let isOnline = false;
    const queue = openTab(() => isOnline);
    queue.add(createTestEvent("a"));
    queue.flushOnHide();
    expect(server.batches).toHaveLength(0);
    isOnline = true;
    await vi.advanceTimersByTimeAsync(200);
    expect(server.batches).toHaveLength(1);
    queue.flushOnHide();
    expect(server.batches).toHaveLength(1);
    expect(store.keys("marquee_queue:")).toHaveLength(1);
  });

  it("does not resend events sent on hide when the page comes back", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true }));
    const queue = createBrowser(server).openTab();
    queue.add(createTestEvent("a"));
    queue.flushOnHide();
    queue.flushOnHide();
    queue.flush();
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
    expect(server.arrived).toEqual(["a"]);
  });

  it("never sends events that another tab has in flight", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true, delay: 3000 }));
    const { openTab } = createBrowser(server);
    const [first, second] = [openTab(), openTab()];
    first.add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(200);
    second.add(createTestEvent("b"));
    second.flush();
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
    expect([...server.arrived].sort()).toEqual(["a", "b"]);
  });

  it("resends events that a closed tab had in flight", async () => {
    const server = createFakeServer((request) => ({
      outcome: DELIVERED,
      hasArrived: request > 1,
      delay: request === 1 ? 10 * ONE_HOUR : 0,
    }));
    const first = createBrowser(server);
    first.openTab().add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(200);
    // Browsers release the lock of a closed tab, so the next queue gets its own lock over the same storage.
    const next = createQueue({
      store: createQueueStore({ store: first.store, tabId: "next", now: Date.now }),
      lock: createFakeLock(),
      send: server.send,
      writeKey: "local",
      now: Date.now,
      random: () => 0.5,
      isOnline: () => true,
      onStatus: () => undefined,
    });
    next.flush();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived).toEqual([]);
    await vi.advanceTimersByTimeAsync(ONE_MINUTE);
    next.flush();
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived).toEqual(["a"]);
  });

  it("clear leaves nothing behind, including events in flight", async () => {
    const server = createFakeServer(() => ({ outcome: FAILED, hasArrived: false, delay: 1000 }));
    const { openTab, store } = createBrowser(server);
    const queue = openTab();
    queue.add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(200);
    queue.add(createTestEvent("b"));
    queue.clear();
    await vi.advanceTimersByTimeAsync(ONE_HOUR);
    expect(store.entries.size).toBe(0);
    expect(server.batches).toHaveLength(1);
  });

  it("drops an event over the size limit", () => {
    const { openTab, statuses, store } = createBrowser(
      createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true })),
    );
    openTab().add(createTestEvent("big", "x".repeat(33_000)));
    expect(statuses).toEqual([{ kind: "dropped", messageIds: ["big"], reason: "larger than 32768 bytes" }]);
    expect(store.entries.size).toBe(0);
  });

  it("continues after a retry became due while waiting for the lock", async () => {
    const server = createFakeServer((request) =>
      request === 1 ? { outcome: FAILED, hasArrived: false } : { outcome: DELIVERED, hasArrived: true },
    );
    let isOnline = true;
    let release = () => {};
    const isFree = new Promise<void>((resolve) => {
      release = resolve;
    });
    const queue = createQueue({
      store: createQueueStore({ store: createFakeStore(), tabId: "tab", now: Date.now }),
      lock: (task) => isFree.then(task).then(() => true),
      send: server.send,
      writeKey: "local",
      now: Date.now,
      random: () => 0.5,
      isOnline: () => isOnline,
      onStatus: () => {},
    });
    queue.add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(200);
    queue.flushOnHide();
    await vi.advanceTimersByTimeAsync(5000);
    isOnline = false;
    release();
    await vi.advanceTimersByTimeAsync(0);
    isOnline = true;
    queue.add(createTestEvent("b"));
    await vi.advanceTimersByTimeAsync(5000);
    expect(server.arrived).toEqual(["a", "b"]);
  });

  it("does not delay new events for a response to a previous document", async () => {
    const server = createFakeServer((request) => ({
      outcome: DELIVERED,
      hasArrived: true,
      delay: request === 1 ? 60_000 : 0,
    }));
    const { openTab } = createBrowser(server);
    const before = openTab();
    before.add(createTestEvent("as it ends"));
    before.flushOnHide();
    before.stop();
    const queue = openTab();
    queue.flush();
    await vi.advanceTimersByTimeAsync(300);
    queue.add(createTestEvent("next page"));
    await vi.advanceTimersByTimeAsync(1500);
    expect(server.arrived).toContain("next page");
  });

  it("sends properties and traits that cannot be read as empty, and logs it", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true }));
    const { openTab } = createBrowser(server);
    const queue = openTab();
    const cycle: Record<string, unknown> = {};
    cycle.cycle = cycle;
    const throwing = {
      nested: {
        get name() {
          throw new Error("mine");
        },
      },
    };
    queue.add({ ...createTestEvent("big"), properties: { count: 1n } });
    queue.add({ ...createTestEvent("throwing"), properties: throwing });
    queue.add({ ...createTestEvent("cycle"), properties: { path: "/" }, traits: cycle });
    queue.add({ ...createTestEvent("fine"), properties: { count: 1 } });
    await vi.advanceTimersByTimeAsync(1000);
    const sent = server.batches.flatMap(({ batch }) => batch);
    expect(sent.map(({ messageId, properties, traits }) => ({ messageId, properties, traits }))).toEqual([
      { messageId: "big", properties: {} },
      { messageId: "throwing", properties: {} },
      { messageId: "cycle", properties: { path: "/" }, traits: {} },
      { messageId: "fine", properties: { count: 1 } },
    ]);
    const said = expect.stringMatching(/^handleAsyncProps: \w+/);
    expect(warn.mock.calls).toEqual(Array(3).fill(["[measure]", said]));
    warn.mockRestore();
  });

  it("reports the events that a withdrawal drops: waiting and in flight", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true, delay: 5000 }));
    const { openTab, statuses, store } = createBrowser(server);
    const queue = openTab();
    queue.add(createTestEvent("under way"));
    await vi.advanceTimersByTimeAsync(1000);
    queue.add(createTestEvent("waiting"));
    queue.clear();
    queue.clear();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(statuses).toEqual([
      { kind: "dropped", messageIds: ["under way", "waiting"], reason: "withdrawn" },
    ]);
    expect(store.entries.size).toBe(0);
  });

  it("ignores and removes malformed storage entries", async () => {
    const server = createFakeServer(() => ({ outcome: DELIVERED, hasArrived: true }));
    const { openTab, store } = createBrowser(server);
    for (const value of ["", "null", "[]", "{", '{"event":1,"attempts":0}', '{"event":{"type":"page"}}']) {
      store.set(`marquee_queue:${value}`, value);
      store.set(`marquee_flight:${value}`, value);
    }
    const queue = openTab();
    queue.add(createTestEvent("a"));
    await vi.advanceTimersByTimeAsync(1000);
    expect(server.arrived).toEqual(["a"]);
    expect(store.entries.size).toBe(0);
  });

  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant("add" as const), tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("reload" as const), tab: fc.nat(1) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("hide" as const), tab: fc.nat(1) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("wait" as const), tab: fc.nat(5000) }) },
  );
  const answer = fc.constantFrom("ok", "ok", "fail", "slow", "slow fail" as const);

  it("delivers each event exactly once or reports it as dropped, for any sequence of server responses, tabs and reloads", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.array(answer, { maxLength: 20 }),
        async (steps, answers) => {
          const server = createFakeServer((request) => {
            const kind = answers[request - 1] ?? "ok";
            const isOk = kind === "ok" || kind === "slow";
            return {
              outcome: isOk ? DELIVERED : FAILED,
              hasArrived: isOk,
              delay: kind.startsWith("slow") ? 700 : 0,
            };
          });
          const { openTab, idsTold, store } = createBrowser(server);
          const tabs = [openTab(), openTab()];
          const added: string[] = [];
          for (const { do: action, tab } of steps) {
            const queue = tabs[tab];
            if (action === "wait") await vi.advanceTimersByTimeAsync(tab);
            else if (action === "add") {
              added.push(`e${added.length}`);
              queue?.add(createTestEvent(`e${added.length - 1}`));
            } else if (action === "hide") queue?.flushOnHide();
            else {
              queue?.stop();
              tabs[tab] = openTab();
              tabs[tab].flush();
            }
          }
          for (const queue of tabs) queue.flush();
          await vi.advanceTimersByTimeAsync(ONE_HOUR);
          expect([...server.arrived, ...idsTold("dropped")].sort()).toEqual([...added].sort());
          expect(store.entries.size).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });
});
