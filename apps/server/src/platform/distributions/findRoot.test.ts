import fc from "fast-check";
import { expect, it } from "vitest";
import { findRoot } from "./findRoot.ts";

const SHAPES: readonly [name: string, of: (x: number) => number][] = [
  ["a line", (x) => x],
  ["a cube", (x) => x ** 3],
  ["a curve", (x) => Math.exp(x)],
  ["a curve with flat ends", (x) => Math.tanh(8 * x)],
  ["a step", (x) => (x < 0.25 ? -1 : 1)],
  ["a root", (x) => Math.cbrt(x)],
];

it.each(SHAPES)("finds where %s reaches any value", (_name, of) => {
  fc.assert(
    fc.property(fc.double({ min: -0.9, max: 0.9, noNaN: true }), (target) => {
      const root = findRoot({ of, target, low: -40, high: 40 });
      // Both sides of the root, as far as doubles can distinguish them.
      const apart = 1e-12 * Math.max(1e-2, Math.abs(root));
      if (of(-40) < target) expect(of(root - apart)).toBeLessThanOrEqual(target);
      expect(of(root + apart)).toBeGreaterThanOrEqual(target);
    }),
  );
});

it("is the nearer end if the value is not reached", () => {
  expect(findRoot({ of: Math.exp, target: -1, low: -2, high: 2 })).toBe(-2);
  expect(findRoot({ of: Math.exp, target: 100, low: -2, high: 2 })).toBe(2);
});

it("takes a few steps for smooth functions", () => {
  let steps = 0;
  const of = (x: number) => {
    steps += 1;
    return Math.exp(x);
  };
  expect(findRoot({ of, target: 2, low: 0, high: 2 })).toBeCloseTo(Math.LN2, 13);
  expect(steps).toBeLessThan(15);
});
