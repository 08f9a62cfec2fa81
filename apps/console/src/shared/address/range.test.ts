import { ONE_DAY } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import { readDateRange, toOverviewQuery } from "./range.ts";

describe("readDateRange", () => {
  it("reads the range from the query string and falls back to 30 days", () => {
    expect([
      readDateRange("?range=7d"),
      readDateRange(""),
      readDateRange("?range=toString"),
      readDateRange("?range=7D"),
    ]).toEqual(["7d", "30d", "30d", "30d"]);
  });
});

describe("toOverviewQuery", () => {
  it("covers whole days, including the current one", () => {
    const now = new Date(2026, 5, 15, 13, 30);
    const { from, to, interval } = toOverviewQuery("7d", now);
    expect([new Date(from).getHours(), new Date(to).getHours(), interval]).toEqual([0, 0, "day"]);
    expect(Math.round((to - from) / ONE_DAY)).toBe(7);
    expect(toOverviewQuery("today", now).to).toBe(to);
  });
});
