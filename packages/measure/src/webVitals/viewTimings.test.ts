import { MAX_TIMINGS, VIEW_TIMING } from "@marquee/contract";
import { afterEach, expect, it, vi } from "vitest";
import { readViewTimings } from "./viewTimings.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const mark = (
  name: string,
  startTime: number,
  detail: unknown = { type: VIEW_TIMING, path: "/pricing" },
) => ({ name, startTime, detail });

function stubEntries(marks: readonly object[], navigation: object = {}): void {
  vi.stubGlobal("performance", {
    getEntriesByType: (type: string) => (type === "mark" ? marks : [navigation]),
  });
}

it("reads the first mark of each name that belongs to the page", () => {
  stubEntries([
    mark("pricing_ready", 812.345),
    mark("pricing_ready", 4000),
    mark("hero_interactive", 30_000, { type: VIEW_TIMING, path: "/brain" }),
    mark("of a library", 5, null),
    mark("of another library", 6, { path: "/pricing" }),
    { name: "without a detail", startTime: 7 },
  ]);
  expect(readViewTimings("/pricing")).toEqual({ pricing_ready: 812.3 });
});

it("counts from when a prerendered page was shown", () => {
  stubEntries([mark("early", 40), mark("late", 2100)], { activationStart: 2000 });
  expect(readViewTimings("/pricing")).toEqual({ early: 0, late: 100 });
});

it("sanitizes names, logs it, and reads a limited number", () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  stubEntries([mark("hero interactive: 1/2", 1), mark("a-b_c.d@e$", 2)]);
  expect(readViewTimings("/pricing")).toEqual({ hero_interactive__1_2: 1, "a-b_c.d@e$": 2 });
  expect(warn.mock.calls).toEqual([
    ["[measure]", "Invalid timing name: hero interactive: 1/2, sanitized to: hero_interactive__1_2"],
  ]);
  stubEntries(Array.from({ length: 100 }, (_, index) => mark(`t${index}`, index)));
  expect(Object.keys(readViewTimings("/pricing"))).toHaveLength(MAX_TIMINGS);
});
