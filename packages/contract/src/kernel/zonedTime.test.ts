import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "./time.ts";
import {
  instantAt,
  isTimeZone,
  nextHour,
  previousPeriod,
  startOfDay,
  startOfHour,
  startOfWeek,
  type Weekday,
  wallClockOf,
} from "./zonedTime.ts";

/** Whole and broken offsets; clock changes at night, at midnight (Beirut, Havana), by half an hour (Lord Howe), and a skipped day (Apia, 2011). */
const TIME_ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "America/Havana",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "Pacific/Chatham",
  "America/St_Johns",
  "Africa/Cairo",
];
const zones = fc.constantFrom(...TIME_ZONES);
const anyInstants = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) });
/** Within three hours of a clock change in some of the time zones. */
const CHANGES = [
  "2026-03-29T01:00Z",
  "2026-10-25T01:00Z",
  "2026-03-08T07:00Z",
  "2026-11-01T06:00Z",
  "2026-03-28T22:00Z",
  "2026-10-24T21:00Z",
  "2026-04-04T15:00Z",
  "2026-10-03T15:30Z",
  "2011-12-30T10:00Z",
  "2026-04-23T22:00Z",
];
const nearChanges = fc
  .tuple(
    fc.constantFrom(...CHANGES.map((change) => Date.parse(change))),
    fc.integer({ min: -3 * ONE_HOUR, max: 3 * ONE_HOUR }),
  )
  .map(([change, distance]) => change + distance);
const instants = fc.oneof(anyInstants, nearChanges);
const at = (iso: string) => Date.parse(iso);
const iso = (range: { from: number; to: number }) =>
  [range.from, range.to].map((instant) => new Date(instant).toISOString());

describe("instantAt", () => {
  it("returns the first instant at which clocks show a time or have passed it", () => {
    fc.assert(
      fc.property(instants, zones, (instant, zone) => {
        const wall = wallClockOf(instant, zone);
        const result = instantAt(wall, zone);
        expect(result).toBeLessThanOrEqual(instant);
        expect(wallClockOf(result, zone)).toBe(wall);
      }),
    );
    fc.assert(
      fc.property(instants, zones, (wall, zone) => {
        const result = instantAt(wall, zone);
        expect(wallClockOf(result, zone)).toBeGreaterThanOrEqual(wall);
        expect(wallClockOf(result - 1, zone)).toBeLessThan(wall);
      }),
    );
  });

  it("returns the clock change for a time that clocks skip", () => {
    const change = at("2026-03-29T01:00:00Z");
    expect(instantAt(Date.UTC(2026, 2, 29, 2, 30), "Europe/Berlin")).toBe(change);
  });
});

describe("startOfDay and startOfWeek", () => {
  it("return an earlier instant of the same day or week, after which clocks show midnight unless they skip it", () => {
    fc.assert(
      fc.property(instants, zones, fc.constantFrom<Weekday>(1, 2, 3, 4, 5, 6, 7), (instant, zone, first) => {
        const day = startOfDay(instant, zone);
        const week = startOfWeek(instant, zone, first);
        expect(week).toBeLessThanOrEqual(day);
        expect(day).toBeLessThanOrEqual(instant);
        expect(instant - day).toBeLessThanOrEqual(25 * ONE_HOUR);
        expect(Math.floor(wallClockOf(day - 1, zone) / ONE_DAY)).toBeLessThan(
          Math.floor(wallClockOf(instant, zone) / ONE_DAY),
        );
        expect(startOfWeek(week, zone, first)).toBe(week);
      }),
    );
  });

  it("use the first day of the week", () => {
    const wednesday = at("2026-11-25T12:00:00Z");
    const days = ([1, 6, 7] as const).map((first) =>
      new Date(startOfWeek(wednesday, "UTC", first)).getUTCDate(),
    );
    expect(days).toEqual([23, 21, 22]);
  });
});

describe("startOfHour and nextHour", () => {
  const hoursFrom = (iso: string, timeZone: string, count = 4) => {
    let hour = startOfHour(Date.parse(iso), timeZone);
    return Array.from({ length: count }, () => {
      const time = new Date(wallClockOf(hour, timeZone)).toISOString().slice(11, 16);
      hour = nextHour(hour, timeZone);
      return time;
    });
  };

  it.each([
    ["Australia/Lord_Howe", "2026-10-04T01:10+10:30", ["01:00", "02:30", "03:00", "04:00"]],
    ["Australia/Lord_Howe", "2026-04-05T01:10+11:00", ["01:00", "01:30", "02:00", "03:00"]],
    ["Pacific/Chatham", "2026-09-27T01:10+12:45", ["01:00", "02:00", "04:00", "05:00"]],
    ["America/Caracas", "2016-05-01T01:10-04:30", ["01:00", "02:00", "03:00", "04:00"]],
    ["Europe/Berlin", "2026-10-25T01:10+02:00", ["01:00", "02:00", "02:00", "03:00"]],
    ["Asia/Kathmandu", "2026-10-25T01:10+05:45", ["01:00", "02:00", "03:00", "04:00"]],
  ])("follows the clocks of %s from %s", (timeZone, from, hours) => {
    expect(hoursFrom(from, timeZone)).toEqual(hours);
  });

  it("puts each instant into exactly one hour, of at most 60 minutes", () => {
    fc.assert(
      fc.property(anyInstants, zones, (instant, timeZone) => {
        const start = startOfHour(instant, timeZone);
        const next = nextHour(start, timeZone);
        expect(start).toBeLessThanOrEqual(instant);
        expect(next).toBeGreaterThan(instant);
        expect(next - start).toBeLessThanOrEqual(ONE_HOUR);
        expect(startOfHour(start, timeZone)).toBe(start);
      }),
    );
  });
});

describe("previousPeriod", () => {
  it("compares today with yesterday until the same time", () => {
    const range = { from: at("2026-11-24T00:00+01:00"), to: at("2026-11-24T12:34+01:00") };
    expect(iso(previousPeriod(range, "Europe/Berlin"))).toEqual([
      "2026-11-22T23:00:00.000Z",
      "2026-11-23T11:34:00.000Z",
    ]);
  });

  it("compares equal hours across a clock change", () => {
    // Today has 23 hours, then yesterday had.
    const spring = { from: at("2026-03-29T00:00+01:00"), to: at("2026-03-29T12:34+02:00") };
    expect(iso(previousPeriod(spring, "Europe/Berlin"))).toEqual([
      "2026-03-27T23:00:00.000Z",
      "2026-03-28T11:34:00.000Z",
    ]);
    const after = { from: at("2026-03-30T00:00+02:00"), to: at("2026-03-30T02:30+02:00") };
    expect(iso(previousPeriod(after, "Europe/Berlin"))).toEqual([
      "2026-03-28T23:00:00.000Z",
      "2026-03-29T01:00:00.000Z",
    ]);
    // Seven days that contain the change, with the seven before.
    const week = { from: at("2026-03-26T00:00+01:00"), to: at("2026-04-01T09:00+02:00") };
    expect(iso(previousPeriod(week, "Europe/Berlin"))).toEqual([
      "2026-03-18T23:00:00.000Z",
      "2026-03-25T08:00:00.000Z",
    ]);
  });

  it("stays at the end of an hour while clocks repeat it", () => {
    const from = at("2026-10-25T00:00+02:00");
    const endAt = (to: string) => iso(previousPeriod({ from, to: at(to) }, "Europe/Berlin"))[1];
    expect(endAt("2026-10-25T02:30+02:00")).toBe("2026-10-24T00:30:00.000Z");
    expect(endAt("2026-10-25T02:30+01:00")).toBe("2026-10-24T01:00:00.000Z");
    expect(endAt("2026-10-25T03:15+01:00")).toBe("2026-10-24T01:15:00.000Z");
  });

  it("shifts whole days to the whole days before, and ends by the same clock", () => {
    fc.assert(
      fc.property(instants, zones, fc.integer({ min: 1, max: 90 }), (now, zone, days) => {
        const from = startOfDay(now, zone, 1 - days);
        const to = now + 1;
        const previous = previousPeriod({ from, to }, zone);
        expect(previous.to).toBeLessThanOrEqual(from);
        expect(previous.from).toBeLessThan(previous.to);
        // Clocks skip at most a day, so at least the days around it are compared.
        const days_ = Math.round((from - previous.from) / ONE_DAY);
        expect(Math.abs(days_ - days)).toBeLessThanOrEqual(1);
        expect(startOfDay(previous.from, zone)).toBe(previous.from);
        // The end moves forward with time.
        const later = previousPeriod({ from, to: to + ONE_MINUTE }, zone, days);
        expect(later.to).toBeGreaterThanOrEqual(previous.to);
      }),
    );
  });
});

describe("isTimeZone", () => {
  it("accepts IANA names only", () => {
    const names = ["Europe/Berlin", "UTC", "Mars/Olympus", "+02:00", "", "toString"];
    expect(names.map(isTimeZone)).toEqual([true, true, false, false, false, false]);
  });
});
