import type { Variation } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitEvenly, sumOfWeights } from "./VariationList.tsx";

const variation = (weight: number): Variation => ({ key: "a", name: "A", value: null, weight });

describe("weights", () => {
  it("are whole after they were split evenly, for every number of variations", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 10 }),
        (all) => {
          const even = splitEvenly(all.map(variation));
          expect(sumOfWeights(even).isWhole).toBe(true);
          expect(new Set(even.map(({ weight }) => weight)).size).toBe(1);
        },
      ),
    );
  });

  it("are whole as a person types thirds, and not when a point is missing", () => {
    expect(sumOfWeights([0.333, 0.333, 0.333].map(variation)).isWhole).toBe(true);
    expect(sumOfWeights([0.5, 0.49].map(variation)).isWhole).toBe(false);
    expect(sumOfWeights([0.5, 0.51].map(variation)).isWhole).toBe(false);
  });
});
