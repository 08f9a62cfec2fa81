import { describe, expect, it } from "vitest";
import { liftDomain } from "./liftDomain.ts";

describe("the axis of lifts", () => {
  it("holds every interval and zero", () => {
    const [low, high] = liftDomain([
      { credible: [0.1, 0.2], sequential: [0.05, 0.25] },
      { credible: [0.02, 0.3], sequential: null },
    ]);
    expect([low, high]).toEqual([expect.closeTo(-0.018), expect.closeTo(0.318)]);
  });

  it("goes only as far as something is known", () => {
    const [low, high] = liftDomain([{ credible: [-4, 9], sequential: [-40, 90] }]);
    expect([low, high]).toEqual([expect.closeTo(-1.24), expect.closeTo(3.24)]);
  });

  it("is there without any interval", () => {
    const [low, high] = liftDomain([{ credible: null, sequential: null }]);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});
