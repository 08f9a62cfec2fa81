import { ONE_MINUTE } from "@marquee/contract";
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
});
