import fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryBudget, type MemoryBudget, type MemoryShare } from "./memoryBudget.ts";
import { BusyError } from "./rejectedRequest.ts";

let now: number;
let budget: MemoryBudget;
beforeEach(() => {
  now = 0;
  budget = createMemoryBudget({ now: () => now, maxRequests: 3, maxBytes: 100 });
});

/** Admits a request and records whether it was shed. */
function admit(to = budget): MemoryShare & { shedWith: () => BusyError | null } {
  let error: BusyError | null = null;
  const share = to.admit((reason) => {
    error = reason;
  });
  return { ...share, shedWith: () => error };
}

describe("createMemoryBudget", () => {
  it("limits requests and bytes, and admits more after some end", () => {
    const [first] = [admit(), admit(), admit()];
    expect(() => admit()).toThrow(BusyError);
    first?.take(100);
    first?.end();
    first?.end();
    const next = admit();
    next.take(100);
    expect(() => next.take(1)).toThrow(BusyError);
  });

  it("sheds the slowest request first", () => {
    const slow = admit();
    slow.take(60);
    now += 1000;
    const second = admit();
    second.take(40);
    const third = admit();
    expect(() => third.take(1)).toThrow(BusyError);
    now += 1000;
    third.take(60);
    expect([slow.shedWith()?.statusCode, second.shedWith()]).toEqual([408, null]);
    admit();
  });

  it("does not shed a complete request", () => {
    const complete = admit();
    complete.take(100);
    complete.received();
    now += 60_000;
    expect(() => admit().take(1)).toThrow(BusyError);
    expect(complete.shedWith()).toBeNull();
  });

  it("never exceeds its limits and is empty after all requests end", () => {
    const action = fc.record({ take: fc.nat(60), wait: fc.nat(1500), end: fc.boolean() });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) => {
        now = 0;
        const each = createMemoryBudget({ now: () => now, maxRequests: 4, maxBytes: 100 });
        const held = new Map<ReturnType<typeof admit>, number>();
        for (const { take, wait, end } of actions) {
          now += wait;
          try {
            const share = admit(each);
            held.set(share, 0);
            share.take(take);
            held.set(share, take);
            if (end) share.end();
            if (end) held.delete(share);
          } catch (error) {
            expect(error).toBeInstanceOf(BusyError);
          }
          for (const share of held.keys()) if (share.shedWith()) held.delete(share);
          const sum = [...held.values()].reduce((total, bytes) => total + bytes, 0);
          expect(sum).toBeLessThanOrEqual(100);
          expect(held.size).toBeLessThanOrEqual(4);
        }
        for (const share of held.keys()) share.end();
        expect(() => admit(each).take(100)).not.toThrow();
      }),
    );
  });
});
