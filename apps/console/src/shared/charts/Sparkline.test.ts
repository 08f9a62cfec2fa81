import { describe, expect, it } from "vitest";
import { sparklinePoints } from "./Sparkline.tsx";

describe("sparklinePoints", () => {
  it("spreads values over the width, with the largest at the top", () => {
    expect(sparklinePoints([0, 2, 4])).toBe("0,22 50,12 100,2");
    expect(sparklinePoints([0, 0])).toBe("0,22 100,22");
  });

  it("draws nothing for fewer than two values", () => {
    expect([sparklinePoints([]), sparklinePoints([3])]).toEqual(["", ""]);
  });
});
