import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showWaiting } from "./showWaiting.ts";

const html: { dataset: Record<string, string> } = { dataset: {} };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: html });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("shows a sign within 100 ms, until it ends", () => {
  const stop = showWaiting();
  expect(html.dataset).toEqual({});
  vi.advanceTimersByTime(100);
  expect(html.dataset).toEqual({ waiting: "" });
  stop();
  expect(html.dataset).toEqual({});
});

test("shows none for a page that is ready immediately", () => {
  const stop = showWaiting();
  vi.advanceTimersByTime(20);
  stop();
  vi.advanceTimersByTime(1000);
  expect(html.dataset).toEqual({});
});
