import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startBatchTimer } from "./sendInteractions.ts";

/** Seconds at which a batch was sent. */
let sent: number[];
/** How long the page goes on being busy, in seconds. */
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

it("leaves 30 s between batches, and no more than 60 where the page is busy", () => {
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

it("counts from a batch that went otherwise, before the page was idle too", () => {
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

it("sends after 30 s where the browser does not tell that it is idle, and never once it is stopped", () => {
  vi.stubGlobal("window", {});
  const timer = start();
  goTo(31);
  timer.stop();
  goTo(300);
  expect(sent).toEqual([30]);
});
