import { MAX_KEEPALIVE_BYTES } from "@marquee/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { finishedSegment } from "../../testing/storedSegment.ts";
import { RETRY_MAX_ATTEMPTS } from "../../transport/retryStrategy.ts";
import { deliverSegments } from "./deliverSegments.ts";
import type { Segment } from "./segment.ts";
import type { SegmentStore } from "./segment.types.ts";
import { createMemoryStore } from "./segmentStore.ts";
import type { SegmentOutcome } from "./sendSegment.ts";

const FAILED: SegmentOutcome = { kind: "failed", reason: "status 503", retryAfter: null, isAnswered: true };
const UNANSWERED: SegmentOutcome = { ...FAILED, reason: "offline", isAnswered: false };

let store: SegmentStore;
/** IDs of sent segments, and whether the request outlives its page. */
let sent: [id: string, isExit: boolean][];
let reasons: string[];
let outcome: SegmentOutcome | "none";
let isOnline: boolean;
let living: Set<string>;

const create = (recordingId: string) =>
  deliverSegments({
    store,
    send: ({ metadata }, _body, { isExit, signal }) => {
      sent.push([metadata.id, isExit]);
      reasons.push(metadata.reason);
      if (outcome !== "none") return Promise.resolve(outcome);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve(UNANSWERED)));
    },
    recordingId,
    now: Date.now,
    random: () => 0,
    isOnline: () => isOnline,
    ifDead: async (id, task) => {
      if (!living.has(id)) await task();
    },
  });
const keep = ({ stored, chunks }: Segment) => store.save(stored, chunks);
const storedIds = async () => (await store.list()).map(({ metadata }) => metadata.id);
const ids = () => sent.map(([id]) => id);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  store = createMemoryStore();
  sent = [];
  reasons = [];
  outcome = { kind: "delivered" };
  isOnline = true;
  living = new Set(["own"]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("sends finished segments in order and removes acknowledged ones", async () => {
  for (const index of [0, 1]) await keep(finishedSegment("own", index));
  const open = finishedSegment("own", 2);
  await keep({ ...open, stored: { ...open.stored, isFinished: false } });
  create("own").wake();
  await settle();
  expect(sent).toEqual([
    ["own.0", false],
    ["own.1", false],
  ]);
  expect(await storedIds()).toEqual(["own.2"]);
});

test("retries a failed segment up to ten attempts and drops a rejected one immediately", async () => {
  await keep(finishedSegment("own", 0));
  outcome = FAILED;
  create("own").wake();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(ids()).toEqual(Array.from({ length: RETRY_MAX_ATTEMPTS }, () => "own.0"));
  expect(await storedIds()).toEqual([]);
  outcome = { kind: "dropped", reason: "status 400" };
  await keep(finishedSegment("own", 1));
  create("own").wake();
  await settle();
  expect(await storedIds()).toEqual([]);
});

test("waits as long as Retry-After requires", async () => {
  await keep(finishedSegment("own", 0));
  outcome = { ...FAILED, retryAfter: 20_000 };
  create("own").wake();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
});

test("waits for Retry-After even if new segments arrive, which does not count as attempts", async () => {
  await keep(finishedSegment("own", 0));
  outcome = { ...FAILED, retryAfter: 20_000 };
  const delivery = create("own");
  delivery.wake();
  delivery.wake();
  for (let index = 1; index < 2 * RETRY_MAX_ATTEMPTS; index++) {
    await vi.advanceTimersByTimeAsync(500);
    await keep(finishedSegment("own", index));
    delivery.wake();
  }
  delivery.pause();
  delivery.wake();
  await settle();
  expect(ids()).toEqual(["own.0"]);
  outcome = { kind: "delivered" };
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toHaveLength(1 + 2 * RETRY_MAX_ATTEMPTS);
  expect(await storedIds()).toEqual([]);
});

test("also waits for Retry-After after a handed-over segment", async () => {
  outcome = { ...FAILED, retryAfter: 20_000 };
  const delivery = create("own");
  delivery.handOver([finishedSegment("own", 0)]);
  await vi.advanceTimersByTimeAsync(19_999);
  delivery.wake();
  await settle();
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
});

test("retries immediately on wake if there was no response", async () => {
  await keep(finishedSegment("own", 0));
  outcome = UNANSWERED;
  const delivery = create("own");
  delivery.wake();
  await settle();
  outcome = { kind: "delivered" };
  delivery.wake();
  await settle();
  expect(ids()).toEqual(["own.0", "own.0"]);
});

test("keeps a segment without a response after any number of requests", async () => {
  await keep(finishedSegment("own", 0));
  outcome = UNANSWERED;
  create("own").wake();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.length).toBeGreaterThan(RETRY_MAX_ATTEMPTS);
  expect(await storedIds()).toEqual(["own.0"]);
});

test("sends nothing while offline, even when the page ends", async () => {
  isOnline = false;
  const delivery = create("own");
  delivery.handOver([finishedSegment("own", 0)]);
  delivery.wake();
  await settle();
  expect(sent).toEqual([]);
  isOnline = true;
  delivery.wake();
  await settle();
  expect(ids()).toEqual(["own.0"]);
});

test("sends what fits into keepalive requests at the page's end, and the rest if the page lives on", async () => {
  outcome = "none";
  const half = MAX_KEEPALIVE_BYTES / 2 - 1000;
  create("own").handOver([0, 1, 2].map((index) => finishedSegment("own", index, half)));
  await settle();
  expect(sent).toEqual([
    ["own.0", true],
    ["own.1", true],
    ["own.2", false],
  ]);
  expect(await storedIds()).toEqual(["own.0", "own.1", "own.2"]);
});

test("removes an acknowledged handed-over segment and frees its keepalive bytes", async () => {
  const delivery = create("own");
  for (const index of [0, 1, 2]) {
    delivery.handOver([finishedSegment("own", index, 40_000)]);
    await settle();
  }
  expect(ids()).toEqual(["own.0", "own.1", "own.2"]);
  expect(await storedIds()).toEqual([]);
});

test("sends a handed-over segment again only after its response timeout", async () => {
  outcome = "none";
  const delivery = create("own");
  delivery.handOver([finishedSegment("own", 0)]);
  delivery.wake();
  await settle();
  expect(sent).toEqual([["own.0", true]]);
  living.clear();
  outcome = { kind: "delivered" };
  create("next").wake();
  await vi.advanceTimersByTimeAsync(19_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toEqual([
    ["own.0", true],
    ["own.0", false],
  ]);
});

test("finishes and sends open segments of ended documents and keeps those of live ones", async () => {
  for (const recording of ["dead", "living"]) {
    const { stored, chunks } = finishedSegment(recording, 0);
    await store.save({ ...stored, isFinished: false }, chunks);
  }
  living.add("living");
  create("own").wake();
  await settle();
  expect(ids()).toEqual(["dead.0"]);
  expect(reasons).toEqual(["recovered"]);
  expect(await storedIds()).toEqual(["living.0"]);
  living.delete("living");
  await vi.advanceTimersByTimeAsync(30_000);
  expect(ids()).toEqual(["dead.0", "living.0"]);
});

test("aborts requests on pause, keeps their segments and sends them again on wake", async () => {
  outcome = "none";
  await keep(finishedSegment("own", 0));
  const delivery = create("own");
  delivery.wake();
  await settle();
  delivery.pause();
  await settle();
  outcome = { kind: "delivered" };
  delivery.wake();
  await settle();
  expect(ids()).toEqual(["own.0", "own.0"]);
  expect(await storedIds()).toEqual([]);
});

test("sends nothing after stop", async () => {
  await keep(finishedSegment("own", 0));
  const delivery = create("own");
  delivery.stop();
  delivery.wake();
  delivery.handOver([finishedSegment("own", 1)]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toEqual([]);
});

test.each(["stop", "pause"] as const)("sends no segment that it is reading at %s", async (call) => {
  await keep(finishedSegment("own", 0));
  let release = () => {};
  const read = store.read;
  store.read = async (id) => {
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return read(id);
  };
  const delivery = create("own");
  delivery.wake();
  await settle();
  delivery[call]();
  release();
  await settle();
  expect(sent).toEqual([]);
  store.read = read;
  delivery.wake();
  await settle();
  expect(ids()).toEqual(call === "pause" ? ["own.0"] : []);
});
