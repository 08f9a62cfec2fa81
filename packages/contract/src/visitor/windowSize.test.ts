import { expect, it } from "vitest";
import { parseWindowSize, windowSizeOf } from "./windowSize.ts";

it.each([
  [320, "phone"],
  [599.5, "phone"],
  [600, "tablet"],
  [1199, "tablet"],
  [1200, "desktop"],
  [0, null],
  [-1, null],
  [Number.NaN, null],
])("%s px: %s", (width, size) => {
  expect(windowSizeOf(width)).toBe(size);
});

it("accepts only its own names", () => {
  expect(["phone", "tablet", "desktop", "Phone", "", undefined].map(parseWindowSize)).toEqual([
    "phone",
    "tablet",
    "desktop",
    null,
    null,
    null,
  ]);
});
