import { instantAt, ONE_HOUR, ONE_MINUTE, wallClockOf } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueSlot, nextSlotAt } from "./scheduleSlot.ts";

const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Pacific/Auckland",
  "Australia/Lord_Howe",
  "Asia/Kolkata",
];
const timing = fc.record({
  frequency: fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const),
  hour: fc.integer({ min: 0, max: 23 }),
  weekday: fc.integer({ min: 1, max: 7 }),
  day: fc.integer({ min: 1, max: 31 }),
});
const clock = fc.record({
  now: fc.integer({ min: Date.UTC(2024, 0), max: Date.UTC(2028, 0) }),
  timeZone: fc.constantFrom(...ZONES),
});

describe("the slots of a schedule", () => {
  it("are at the hour of their day, one after the other, without a gap", () => {
    fc.assert(
      fc.property(timing, clock, (schedule, at) => {
        const due = dueSlot(schedule, at);
        const next = nextSlotAt(schedule, at);
        expect(due.dueAt).toBeLessThanOrEqual(at.now);
        expect(next).toBeGreaterThan(at.now);
        // The next slot is the one due at its time, and nothing is due in between.
        expect(dueSlot(schedule, { ...at, now: next }).dueAt).toBe(next);
        expect(dueSlot(schedule, { ...at, now: next - 1 }).day).toBe(due.day);
        const wall = wallClockOf(due.dueAt, at.timeZone);
        expect(new Date(wall).toISOString().slice(0, 10)).toBe(due.day);
        // Clocks may skip the hour; then it is due at that moment.
        const scheduled = Date.parse(`${due.day}T00:00Z`) + schedule.hour * ONE_HOUR;
        expect(wall - scheduled).toBeGreaterThanOrEqual(0);
        expect(wall - scheduled).toBeLessThanOrEqual(ONE_HOUR);
        if (schedule.frequency === "weekly")
          expect(new Date(`${due.day}T12:00Z`).getUTCDay()).toBe(schedule.weekday % 7);
      }),
      { numRuns: 300 },
    );
  });

  it("come once on the days when clocks change", () => {
    const daily = { frequency: "daily" as const, hour: 2, weekday: 1, day: 1 };
    const timeZone = "Europe/Berlin";
    // On October 25, 2026, 02:00 comes twice; on March 29, it does not come.
    for (const [day, hours] of [
      ["2026-10-25", 25],
      ["2026-03-29", 23],
    ] as const) {
      const start = instantAt(Date.parse(`${day}T00:00Z`), timeZone);
      const days = new Set<string>();
      for (let at = start; at < start + hours * ONE_HOUR; at += 10 * ONE_MINUTE)
        days.add(`${dueSlot(daily, { now: at, timeZone }).dueAt}`);
      // That of the day before, and its own.
      expect(days.size).toBe(2);
    }
  });

  it("of the 31st are on the last day of shorter months", () => {
    const monthly = { frequency: "monthly" as const, hour: 8, weekday: 1, day: 31 };
    const at = (text: string) => dueSlot(monthly, { now: Date.parse(text), timeZone: "UTC" }).day;
    expect(at("2026-03-01T00:00Z")).toBe("2026-02-28");
    expect(at("2026-04-30T07:59Z")).toBe("2026-03-31");
    expect(at("2026-04-30T08:00Z")).toBe("2026-04-30");
    expect(nextSlotAt(monthly, { now: Date.parse("2028-02-01T00:00Z"), timeZone: "UTC" })).toBe(
      Date.parse("2028-02-29T08:00Z"),
    );
  });
});
