import { SEGMENT_BYTES } from "@marquee/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { collectSegments } from "./collectSegments.ts";
import type { Segment, SegmentContext } from "./segment.ts";
import type { DeflateRequest } from "./segment.types.ts";

const CONTEXT = {
  pageUrl: "https://example.test/",
  pageVersion: "",
  viewportWidth: 800,
  viewportHeight: 600,
  userAgent: "agent",
  privacyLevel: "mask-user-input",
  admission: "sample",
} as const;

let posted: DeflateRequest[];
let finished: Segment[];
/** Overrides of {@link CONTEXT}. */
let context: Partial<SegmentContext>;
const onLong = vi.fn();
const complain = vi.spyOn(console, "warn");

/** A collector with a fake worker: `answer` responds to the oldest flush with `size` bytes. */
function create() {
  const collector = collectSegments({
    deviceId: "device",
    sessionId: () => 1,
    recordingId: "recording",
    context: () => ({ ...CONTEXT, ...context }),
    post: (request) => posted.push(request),
    onPacked: (segment) => segment.stored.isFinished && finished.push(segment),
    onLong,
  });
  const answer = (size = 10) =>
    collector.take({ kind: "flushed", packed: new Uint8Array(size), checksum: 1, rawBytes: size });
  return { ...collector, answer };
}

const event = (timestamp: number) => ({ type: 3, timestamp });
const told = () =>
  finished.map(({ stored: { metadata }, count }) => [
    metadata.id,
    metadata.reason,
    metadata.firstEvent,
    count,
  ]);

beforeEach(() => {
  vi.useFakeTimers();
  complain.mockReset().mockImplementation(() => {});
  onLong.mockReset();
  posted = [];
  finished = [];
  context = {};
});
afterEach(() => vi.useRealTimers());

test("sends events to the worker once a second, in order", () => {
  const { add } = create();
  add(event(1));
  add(event(2));
  vi.advanceTimersByTime(999);
  expect(posted).toEqual([]);
  vi.advanceTimersByTime(1);
  add(event(3));
  vi.advanceTimersByTime(1000);
  expect(posted).toEqual([
    { kind: "flush", text: '{"type":3,"timestamp":1},{"type":3,"timestamp":2}' },
    { kind: "flush", text: ',{"type":3,"timestamp":3}' },
  ]);
});

test("ends a segment after 30 s, at a cut and at its maximum size, and continues in the next one", () => {
  const { add, cut, answer } = create();
  add(event(1));
  vi.advanceTimersByTime(30_000);
  answer();
  answer();
  add(event(2));
  add(event(3));
  cut("page");
  answer();
  add(event(4));
  vi.advanceTimersByTime(1000);
  answer(SEGMENT_BYTES);
  answer();
  add(event(5));
  cut("session");
  answer();
  expect(told()).toEqual([
    ["recording.0", "init", 0, 1],
    ["recording.1", "duration", 1, 2],
    ["recording.2", "page", 3, 1],
    ["recording.3", "bytes", 4, 1],
  ]);
});

test("does not end a segment by the timer of the previous one", () => {
  const { add, cut, answer } = create();
  add(event(1));
  vi.advanceTimersByTime(10_000);
  answer();
  cut("page");
  answer();
  add(event(2));
  vi.advanceTimersByTime(29_999);
  // A response without a pending flush is ignored.
  answer();
  answer();
  expect(told()).toEqual([["recording.0", "init", 0, 1]]);
  vi.advanceTimersByTime(1);
  answer();
  expect(told()).toEqual([
    ["recording.0", "init", 0, 1],
    ["recording.1", "page", 1, 1],
  ]);
});

test("never sends an empty segment and logs a warning", () => {
  const { cut, finishNow } = create();
  cut("page");
  expect(finishNow()).toEqual([]);
  expect(posted).toEqual([]);
  expect(complain).toHaveBeenCalledExactlyOnceWith("[measure]", "Empty segment flushed");
});

test("keeps uncompressed events in segments finished immediately and ignores late responses", () => {
  const { add, cut, finishNow, answer } = create();
  add(event(1));
  cut("page");
  add(event(2));
  vi.advanceTimersByTime(1000);
  add(event(3));
  const now = finishNow();
  expect(now.map(({ stored, pending }) => [stored.metadata.id, stored.isFinished, pending])).toEqual([
    ["recording.0", true, []],
    ["recording.1", true, []],
  ]);
  const before = structuredClone(now.map(({ stored }) => stored));
  answer();
  answer();
  expect(now.map(({ stored }) => stored)).toEqual(before);
  expect(finished).toEqual([]);
  add(event(4));
  cut("page");
  answer();
  expect(told()).toEqual([["recording.2", "hidden", 3, 1]]);
});

test("adds a page version that arrives later only if the page is the same", () => {
  const { add, cut, answer } = create();
  for (const later of [{ pageVersion: "v2" }, { pageVersion: "v3", pageUrl: "https://example.test/other" }]) {
    context = {};
    add(event(1));
    context = later;
    vi.advanceTimersByTime(1000);
    answer();
    cut("page");
    answer();
  }
  expect(finished.map(({ stored }) => stored.metadata.pageVersion)).toEqual(["v2", ""]);
});

test("accepts no events after drop", () => {
  const { add, drop, finishNow } = create();
  add(event(1));
  drop();
  add(event(2));
  vi.advanceTimersByTime(1000);
  expect(posted).toEqual([]);
  expect(finishNow()).toEqual([]);
});

test("requests another full snapshot after five minutes and 1 MB, and starts a segment with it", () => {
  const { add, answer } = create();
  const meta = () => ({ type: 4, timestamp: Date.now() });
  const whole = () => ({ type: 2, timestamp: Date.now() });
  const large = () => ({ type: 3, timestamp: Date.now(), data: "x".repeat(1024 * 1024) });
  add(whole());
  add(large());
  vi.advanceTimersByTime(4 * 60_000);
  expect(onLong).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2 * 60_000);
  // A segment starts with an event and ends 30 s later.
  add(event(Date.now()));
  vi.advanceTimersByTime(30_000);
  expect(onLong).toHaveBeenCalledTimes(1);
  finished = [];
  add(event(Date.now()));
  add(meta());
  add(whole());
  for (let count = 0; count < 9; count += 1) answer();
  expect(finished.at(-1)?.count).toBe(1);
  vi.advanceTimersByTime(10 * 60_000);
  add(event(Date.now()));
  vi.advanceTimersByTime(30_000);
  expect(onLong).toHaveBeenCalledTimes(1);
});

test("also requests another full snapshot on a page whose segments are full before 30 s have passed", () => {
  const { add, answer } = create();
  add({ type: 2, timestamp: Date.now() });
  vi.advanceTimersByTime(20_000);
  answer(SEGMENT_BYTES);
  answer();
  vi.advanceTimersByTime(5 * 60_000);
  expect(onLong).not.toHaveBeenCalled();
  const large = { type: 3, timestamp: Date.now(), data: "x".repeat(1024 * 1024) };
  add(large);
  answer(SEGMENT_BYTES);
  expect(onLong).toHaveBeenCalledTimes(1);
});

test("starts a segment with every full snapshot except the first of a session", () => {
  const { add, cut, answer } = create();
  const types = [5, 4, 2, 3, 4, 2, 3];
  for (const type of types) add({ type, timestamp: 1 });
  cut("session");
  for (const type of types) add({ type, timestamp: 2 });
  cut("page");
  for (let count = 0; count < 4; count += 1) answer();
  expect(told().map(([, ...rest]) => rest)).toEqual([
    ["init", 0, 4],
    ["duration", 4, 3],
    ["session", 7, 4],
    ["duration", 11, 3],
  ]);
});
