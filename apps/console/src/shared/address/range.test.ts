import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterEach, describe, expect, it } from "vitest";
import { setSiteTime } from "../format/siteTime.ts";
import { datesOf, includesNow, lastStart, readDateRange, seriesRange } from "./range.ts";

afterEach(() => setSiteTime({ timeZone: "UTC", weekStart: 1 }));

describe("readDateRange", () => {
  it("reads the range from the query string and falls back to 30 days", () => {
    expect(
      ["?range=7d", "", "?range=toString", "?range=7D"].map((search) => readDateRange("/", search)),
    ).toEqual(["7d", "30d", "30d", "30d"]);
  });

  it("includes today on screens about recent activity", () => {
    expect(
      ["/events", "/errors/abc", "/leads", "/eventsfoo", "/journeys"].map((path) => readDateRange(path, "")),
    ).toEqual(["30d-today", "30d-today", "all", "30d", "30d"]);
    expect(readDateRange("/events", "?range=30d")).toBe("30d");
  });
});

describe("seriesRange", () => {
  // In Auckland, it is already Monday, June 15, 13:30.
  const now = new Date("2026-06-15T01:30:00Z");

  it("covers whole days of the site's time zone, including the current one, wherever the viewer is", () => {
    setSiteTime({ timeZone: "Pacific/Auckland", weekStart: 1 });
    const midnight = Date.parse("2026-06-15T00:00+12:00");
    expect(seriesRange("today", now)).toEqual({
      from: midnight,
      to: midnight + ONE_DAY,
      interval: "hour",
      tz: "Pacific/Auckland",
    });
    expect(seriesRange("30d-today", now)).toMatchObject({
      from: midnight - 30 * ONE_DAY,
      to: midnight + ONE_DAY,
    });
  });

  it("covers as many whole days before today as the range's name says", () => {
    setSiteTime({ timeZone: "Pacific/Auckland", weekStart: 1 });
    const midnight = Date.parse("2026-06-15T00:00+12:00");
    expect(seriesRange("7d", now)).toMatchObject({ from: midnight - 7 * ONE_DAY, to: midnight });
    expect([includesNow("7d", now.getTime()), includesNow("today", now.getTime())]).toEqual([false, true]);
  });

  it("shows the dates of a range, without future dates and the current year", () => {
    setSiteTime({ timeZone: "Pacific/Auckland", weekStart: 1 });
    expect(
      (["30d", "week", "today", "12mo", "all"] as const).map(
        // Dates are joined by thin spaces.
        (range) => datesOf(range, now.getTime())?.replace(/\s/g, " ") ?? null,
      ),
    ).toEqual(["May 16 – Jun 14", "Jun 15", "Jun 15", "Jun 1, 2025 – May 31, 2026", null]);
  });

  it("starts the week on the site's first day of the week", () => {
    setSiteTime({ timeZone: "Pacific/Auckland", weekStart: 7 });
    const sunday = Date.parse("2026-06-14T00:00+12:00");
    expect(seriesRange("week", now)).toMatchObject({
      from: sunday,
      to: sunday + 7 * ONE_DAY,
      interval: "day",
    });
    expect(lastStart("week", now)).toBe(sunday + 6 * ONE_DAY);
  });

  it("handles days of 23 and 25 hours", () => {
    setSiteTime({ timeZone: "Europe/Berlin", weekStart: 1 });
    const length = (day: string) => {
      const { from, to } = seriesRange("today", new Date(day));
      return (to - from) / ONE_HOUR;
    };
    expect([length("2026-03-29T12:00Z"), length("2026-10-25T12:00Z")]).toEqual([23, 25]);
    expect(lastStart("today", new Date("2026-10-25T12:00Z"))).toBe(Date.parse("2026-10-25T23:00+01:00"));
  });
});
