import type { Variation } from "@marquee/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitEvenly, sumOfWeights } from "./VariationList.tsx";

const variation = (weight: number): Variation => ({ key: "a", name: "A", value: null, weight });

describe("weights", () => {
  it("add up to 100% after an even split, for any number of variations", () => {
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

  it("tolerate rounded thirds, but not a missing percentage point", () => {
    expect(sumOfWeights([0.333, 0.333, 0.333].map(variation)).isWhole).toBe(true);
    expect(sumOfWeights([0.5, 0.49].map(variation)).isWhole).toBe(false);
    expect(sumOfWeights([0.5, 0.51].map(variation)).isWhole).toBe(false);
  });
});
