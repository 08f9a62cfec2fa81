import { formatDuration } from "@marquee/contract";
import { describe, expect, it } from "vitest";
import {
  formatAgo,
  formatChange,
  formatInstant,
  formatLength,
  formatPoints,
  formatRange,
  formatTimecode,
} from "./format.ts";
import { setSiteTime } from "./siteTime.ts";

describe("formatChange", () => {
  it("returns the change with its sign, or null without an earlier value", () => {
    expect([
      formatChange(150, 100),
      formatChange(50, 100),
      formatChange(100, 100),
      formatChange(5, 0),
    ]).toEqual(["+50%", "-50%", "0%", null]);
  });
});

describe("formatLength", () => {
  it("uses the largest unit with a value of at least two", () => {
    expect([11_000, 119_000, 120_000, 5_400_000, 7_200_000, 30 * 86_400_000].map(formatLength)).toEqual([
      "11 seconds",
      "119 seconds",
      "2 minutes",
      "90 minutes",
      "2 hours",
      "30 days",
    ]);
  });
});

describe("formatAgo", () => {
  it("uses the largest unit that fits, and treats the future as now", () => {
    const now = 1_000_000_000;
    const ago = (seconds: number) => formatAgo(now - seconds * 1000, now);
    expect([ago(-60), ago(4), ago(59), ago(120), ago(7200), ago(172_800)]).toEqual([
      "now",
      "now",
      "59s ago",
      "2m ago",
      "2h ago",
      "2d ago",
    ]);
  });
});

describe("formatDuration", () => {
  it("includes minutes from one minute on", () => {
    expect([0, 44_600, 59_499, 60_000, 3_725_000].map(formatDuration)).toEqual([
      "0s",
      "45s",
      "59s",
      "1m 00s",
      "62m 05s",
    ]);
  });
});

it("formatTimecode includes hours only if there are any", () => {
  expect([-5, 0, 65_999, 3_725_000].map(formatTimecode)).toEqual(["0:00", "0:00", "1:05", "1:02:05"]);
});

it("formatPoints compares rates in percentage points", () => {
  expect([
    formatPoints(0.451, 0.43),
    formatPoints(0.1, 0.35),
    formatPoints(0.0006, 0.0012),
    formatPoints(0.5, 0.5),
  ]).toEqual(["+2.1 pp", "-25 pp", "-0.06 pp", "0 pp"]);
});

it("times are in the site's time zone, which can change", () => {
  const noon = Date.UTC(2026, 10, 24, 12, 34);
  expect(formatInstant(noon)).toBe("Nov 24, 12:34:00");
  setSiteTime({ timeZone: "Pacific/Auckland", weekStart: 1 });
  expect(formatInstant(noon)).toBe("Nov 25, 01:34:00");
  setSiteTime({ timeZone: "UTC", weekStart: 1 });
  const from = Date.UTC(2026, 10, 24);
  expect(formatRange({ from, to: noon }).replaceAll(/\s/g, " ")).toBe("Nov 24, 00:00 – 12:34");
});
