import fc from "fast-check";
import { expect, test } from "vitest";
import { BREAKPOINTS, DEFAULT_IMAGE_QUALITY, DEFAULT_IMAGE_SIZES, imageWidths } from "./images.ts";

test("the constants match the specification", () => {
  expect(BREAKPOINTS).toEqual([500, 600, 800, 1200, 1600]);
  expect(DEFAULT_IMAGE_SIZES).toBe("(max-width: 899px) 100vw, 50vw");
  expect(DEFAULT_IMAGE_QUALITY).toBe(50);
});

test.each([
  [1, [1]],
  [320, [320]],
  [500, [500]],
  [501, [500, 501]],
  [1000, [500, 600, 800, 1000]],
  [1600, [500, 600, 800, 1200, 1600]],
  [2400, [500, 600, 800, 1200, 1600, 2400]],
  [3200, [500, 600, 800, 1200, 1600, 3200]],
  [8000, [500, 600, 800, 1200, 1600, 3200]],
])("an image %d pixels wide is served in the widths %j", (width, expected) => {
  expect(imageWidths(width)).toEqual(expected);
});

test.each([0, -500, 500.5, Number.NaN, Number.POSITIVE_INFINITY])("rejects a width of %d pixels", (width) => {
  expect(() => imageWidths(width)).toThrow(RangeError);
});

test("widths ascend, never exceed the source's width, and end with it, up to 3200", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (width) => {
      const widths = imageWidths(width);
      expect(widths).toEqual([...new Set(widths)].sort((a, b) => a - b));
      expect(widths.at(-1)).toBe(Math.min(width, 3200));
      for (const each of widths.slice(0, -1)) expect(BREAKPOINTS).toContain(each);
    }),
  );
});
