import { type ClickRecord, ONE_HOUR } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createClickGroups, startBatchTimer } from "./sendInteractions.ts";

/** Times at which a batch was sent, in seconds. */
let sent: number[];
/** How long the page stays busy, in seconds. */
let busyFor: number;

const start = () => startBatchTimer(() => sent.push(Math.round(Date.now() / 1000)));
const goTo = (second: number) => vi.advanceTimersByTime(second * 1000 - Date.now());

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  sent = [];
  busyFor = 0;
  const request = vi.fn((callback: () => void, { timeout }: { timeout: number }) =>
    setTimeout(callback, Math.min(busyFor * 1000, timeout)),
  );
  vi.stubGlobal("window", { requestIdleCallback: request });
  vi.stubGlobal("requestIdleCallback", request);
  vi.stubGlobal("cancelIdleCallback", clearTimeout);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("waits 30 s between batches, and at most 60 s while the page is busy", () => {
  start();
  goTo(60);
  busyFor = 29;
  goTo(119);
  busyFor = 0;
  goTo(150);
  busyFor = 1000;
  goTo(300);
  expect(sent).toEqual([30, 89, 119, 149, 209, 269]);
});

it("restarts the interval after a batch sent elsewhere, also while waiting for idle time", () => {
  const timer = start();
  goTo(29);
  timer.restart();
  busyFor = 10;
  goTo(60);
  timer.restart();
  goTo(99);
  expect(sent).toEqual([]);
  goTo(100);
  expect(sent).toEqual([100]);
});

it("sends every 30 s without requestIdleCallback, and never after stop", () => {
  vi.stubGlobal("window", {});
  const timer = start();
  goTo(31);
  timer.stop();
  goTo(300);
  expect(sent).toEqual([30]);
});

const HOUR = 480_000 * ONE_HOUR;
const click = (changes: Partial<ClickRecord> = {}): ClickRecord => ({
  type: "click",
  x: 10,
  y: 20,
  selector: "#buy",
  viewportHeight: 600,
  viewportWidth: 800,
  pageUrl: "https://example.test/",
  timestamp: HOUR + 5,
  ...changes,
});

it("merges clicks with the same position, selector and hour into one record, returned once", () => {
  const groups = createClickGroups();
  groups.add(1, click({ elementX: 0.1 }));
  groups.add(1, click({ elementX: 0.2, timestamp: HOUR + ONE_HOUR - 1 }));
  expect(groups.take()).toEqual(new Map([[1, [click({ elementX: 0.1, timestamp: HOUR, count: 2 })]]]));
  expect(groups.take()).toEqual(new Map());
});

it("creates a new record for another position, selector, hour, page, version, frustration signal or session", () => {
  const groups = createClickGroups();
  groups.add(1, click());
  groups.add(2, click());
  const otherClicks: Partial<ClickRecord>[] = [
    { x: 11 },
    { y: 21 },
    { selector: "#sell" },
    { timestamp: HOUR + ONE_HOUR },
    { pageUrl: "https://example.test/pricing" },
    { pageVersion: "b" },
    { frustration: "rage" },
    { viewportWidth: 1200 },
  ];
  for (const other of otherClicks) groups.add(1, click(other));
  const taken = groups.take();
  expect(taken.get(1)?.map(({ count }) => count)).toEqual(Array.from({ length: 9 }, () => 1));
  expect(taken.get(2)).toEqual([click({ timestamp: HOUR, count: 1 })]);
});
