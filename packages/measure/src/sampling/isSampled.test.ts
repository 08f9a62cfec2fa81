import fc from "fast-check";
import { expect, it } from "vitest";
import { isSampled } from "./recordingSettings.ts";

const sessionId = fc.integer({ min: 1_600_000_000_000, max: 1_900_000_000_000 });

it("takes about as many sessions as the rate says, of neighbouring ids too", () => {
  for (const rate of [5, 50, 95]) {
    const ids = Array.from({ length: 10_000 }, (_, index) => 1_800_000_000_000 + index);
    const share = ids.filter((id) => isSampled("replay", id, rate)).length / 100;
    expect(Math.abs(share - rate)).toBeLessThan(1.5);
  }
});

it("takes all at 100 percent and none at 0", () => {
  fc.assert(fc.property(sessionId, (id) => isSampled("replay", id, 100) && !isSampled("replay", id, 0)));
});

it("keeps a session that a lower rate took", () => {
  fc.assert(
    fc.property(sessionId, fc.double({ min: 0, max: 100, noNaN: true }), (id, rate) => {
      return !isSampled("replay", id, rate) || isSampled("replay", id, Math.min(100, rate + 1));
    }),
  );
});
