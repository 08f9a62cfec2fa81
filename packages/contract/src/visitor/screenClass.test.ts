import { expect, it } from "vitest";
import { BREAKPOINTS } from "../kernel/breakpoints.ts";
import { SCREEN_CLASSES, screenClassOf } from "./screenClass.ts";

it("has one class for each range between breakpoints", () => {
  expect(SCREEN_CLASSES).toHaveLength(BREAKPOINTS.length + 1);
  expect([1, 499.5, ...BREAKPOINTS].map(screenClassOf)).toEqual(["<500", ...SCREEN_CLASSES]);
  expect(BREAKPOINTS.map((width) => screenClassOf(width - 1))).toEqual(SCREEN_CLASSES.slice(0, -1));
});

it.each([undefined, null, "1200", 0, -1, Number.NaN])("returns no class for %s", (width) => {
  expect(screenClassOf(width)).toBe("");
});
