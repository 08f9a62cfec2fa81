import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hottest } from "../stage/useResolvedElements.ts";
import { type HeatPoint, heatField } from "./heatField.ts";
import { heatToShade, PALETTE, shadeToHeat } from "./palette.ts";

const RADIUS = 20;
const AREA = { width: 200, height: 100, radius: RADIUS, step: 2 };
const point = fc.record({
  x: fc.integer({ min: 0, max: 199 }),
  y: fc.integer({ min: 0, max: 99 }),
  weight: fc.integer({ min: 1, max: 1000 }),
});
const points = fc.array(point, { minLength: 1, maxLength: 40 });

describe("heatField", () => {
  it("peaks at a click and is zero from its radius on", () => {
    const { columns, values } = heatField({ ...AREA, points: [{ x: 51, y: 31, weight: 7 }] });
    expect(values[15 * columns + 25]).toBeCloseTo(7);
    expect(Math.max(...values)).toBeCloseTo(7);
    expect(values[15 * columns + 25 + RADIUS / AREA.step]).toBe(0);
    expect(values[15 * columns + 25 + RADIUS / AREA.step - 1]).toBeGreaterThan(0);
  });

  it("adds up clicks in one place, and never exceeds their total weight", () => {
    fc.assert(
      fc.property(points, (heatPoints) => {
        const all = heatPoints.reduce((sum, { weight }) => sum + weight, 0);
        const twice = heatField({ ...AREA, points: [...heatPoints, ...heatPoints] }).values;
        const once = heatField({ ...AREA, points: heatPoints }).values;
        expect(Math.max(...once)).toBeLessThanOrEqual(all * 1.0001);
        expect(
          Math.max(...once.map((value, index) => Math.abs((twice[index] ?? 0) - 2 * value))),
        ).toBeLessThan(0.1);
      }),
    );
  });

  it("ignores points outside the area", () => {
    const outside: HeatPoint[] = [
      { x: -30, y: 50, weight: 1 },
      { x: 100, y: 150, weight: 1 },
    ];
    expect(Math.max(...heatField({ ...AREA, points: outside }).values)).toBe(0);
  });
});

describe("hottest", () => {
  it("equals the maximum over all pairs of points", () => {
    fc.assert(
      fc.property(points, (heatPoints) => {
        const weight = ({ x, y }: HeatPoint) =>
          heatPoints.reduce((sum, other) => {
            const share = Math.max(0, 1 - ((other.x - x) ** 2 + (other.y - y) ** 2) / RADIUS ** 2);
            return sum + other.weight * share * share;
          }, 0);
        expect(hottest(heatPoints, RADIUS)).toBeCloseTo(Math.max(...heatPoints.map(weight)), 6);
      }),
    );
    expect(hottest([], RADIUS)).toBe(0);
  });
});

describe("palette", () => {
  it("gets darker and more opaque toward the end", () => {
    const shades = Array.from({ length: 8 }, (_, index) =>
      PALETTE.subarray((index + 1) * 31 * 4, (index + 1) * 31 * 4 + 4),
    );
    const lightness = shades.map(([red = 0, green = 0, blue = 0]) => 0.3 * red + 0.6 * green + 0.1 * blue);
    const opacity = shades.map(([, , , alpha = 0]) => alpha);
    expect(lightness).toEqual(lightness.toSorted((one, other) => other - one));
    expect(opacity).toEqual(opacity.toSorted((one, other) => one - other));
    expect([...PALETTE.subarray(0, 4)][3]).toBe(0);
  });

  it("shadeToHeat inverts heatToShade", () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (shade) => {
        expect(heatToShade(shadeToHeat(shade, 250), 250)).toBeCloseTo(shade, 6);
      }),
    );
    expect(heatToShade(900, 250)).toBe(1);
  });
});
