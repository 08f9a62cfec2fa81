import { ONE_MINUTE } from "@marquee/contract";
import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createSessionMemory, type SessionMemory } from "./sessionMemory.ts";

const NOON = Date.UTC(2026, 5, 1, 12);

describe("createSessionMemory", () => {
  let memory: SessionMemory;
  beforeEach(() => {
    memory = createSessionMemory();
  });
  const at = (minutes: number, visitor = "ann") => memory.sessionOf(visitor, NOON + minutes * ONE_MINUTE);

  it("continues a session while gaps are at most 30 minutes", () => {
    expect([at(0), at(30), at(60)]).toEqual([NOON, NOON, NOON]);
    expect(at(91)).toBe(NOON + 91 * ONE_MINUTE);
  });
  it("separates visitors", () => {
    at(0);
    expect(at(5, "ben")).toBe(NOON + 5 * ONE_MINUTE);
  });
  it("accepts events in any order", () => {
    at(20);
    expect(at(0)).toBe(NOON + 20 * ONE_MINUTE);
    expect(at(45)).toBe(NOON + 20 * ONE_MINUTE);
  });
  it("does not end a session for a late event of an earlier one", () => {
    at(0);
    at(-300);
    expect(at(10)).toBe(NOON);
  });
  it("puts late events of one session together", () => {
    at(0);
    const minutes = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((minute) => at(minute - 24 * 60));
    expect(new Set(minutes)).toEqual(new Set([NOON - 24 * 60 * ONE_MINUTE]));
  });
  it("joins two sessions when an event connects them, under the lower ID", () => {
    expect([at(0), at(50), at(25), at(70), at(-10)]).toEqual([
      NOON,
      NOON + 50 * ONE_MINUTE,
      NOON,
      NOON,
      NOON,
    ]);
  });
  it("gives the last event of any order the ID of its whole session", () => {
    const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { minLength: 2, maxLength: 12 });
    fc.assert(
      fc.property(minutes, (times) => {
        memory = createSessionMemory();
        for (const time of times) at(time);
        const ids = times.map((time) => at(time));
        const sorted = times.map((time, index) => ({ time, id: ids[index] }));
        sorted.sort((one, other) => one.time - other.time);
        sorted.forEach(({ time, id }, index) => {
          const before = sorted[index - 1];
          if (before) expect(id === before.id).toBe(time - before.time <= 30);
        });
      }),
    );
  });
});
