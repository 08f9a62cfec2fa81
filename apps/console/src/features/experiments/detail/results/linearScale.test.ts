import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { liftDomain, linearScale } from "./linearScale.ts";

const span = fc
  .tuple(fc.double({ min: -3, max: 3, noNaN: true }), fc.double({ min: 0.001, max: 5, noNaN: true }))
  .map(([low, width]) => [low, low + width] as const);

describe("linearScale", () => {
  it("puts ticks at round values", () => {
    expect(linearScale(-0.05, 0.42).ticks.map((tick) => tick.toFixed(1))).toEqual([
      "0.0",
      "0.1",
      "0.2",
      "0.3",
      "0.4",
    ]);
    expect(linearScale(0, 1).place(0.25)).toBe(0.25);
  });

  it("has two to eight ticks, all within the domain", () => {
    fc.assert(
      fc.property(span, ([low, high]) => {
        const { ticks } = linearScale(low, high);
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(8);
        for (const tick of ticks) {
          expect(tick).toBeGreaterThanOrEqual(low - 1e-9);
          expect(tick).toBeLessThanOrEqual(high + 1e-9);
        }
      }),
    );
  });

  it("keeps the order of values and maps the domain to 0 and 1", () => {
    fc.assert(
      fc.property(span, fc.double({ noNaN: true }), fc.double({ noNaN: true }), ([low, high], a, b) => {
        const { place } = linearScale(low, high);
        const [first, second] = [Math.min(a, b), Math.max(a, b)].map(place);
        expect(first).toBeLessThanOrEqual(second ?? Number.NaN);
        expect([place(low), place(high)]).toEqual([0, 1]);
      }),
    );
  });
});

describe("liftDomain", () => {
  it("includes every interval and zero", () => {
    const [low, high] = liftDomain([
      [0.05, 0.25],
      [0.02, 0.3],
    ]);
    expect([low, high]).toEqual([expect.closeTo(-0.018), expect.closeTo(0.318)]);
  });

  it("is limited for very wide intervals", () => {
    const [low, high] = liftDomain([[-40, 90]]);
    expect([low, high]).toEqual([expect.closeTo(-1.24), expect.closeTo(3.24)]);
  });

  it("has a width even without intervals", () => {
    const [low, high] = liftDomain([]);
    expect(low).toBeLessThan(0);
    expect(high).toBeGreaterThan(0);
  });
});
