import { expect, test } from "vitest";
import { isMarked, SCREENS } from "./screens.ts";

const marked = (location: string) =>
  SCREENS.filter(({ group, path }) => group !== undefined && isMarked(path, location)).map(
    ({ path }) => path,
  );

test("the navigation marks the screen that is open, or the one that leads to it", () => {
  expect(marked("/pages")).toEqual(["/pages"]);
  expect(marked("/pages/copy:en:home")).toEqual(["/pages"]);
  expect(marked("/languages/copy:de:home")).toEqual(["/pages"]);
  expect(marked("/meeting-routes")).toEqual(["/leads"]);
  expect(marked("/")).toEqual(["/"]);
  expect(marked("/account")).toEqual([]);
});

test("every entry screen is in the navigation", () => {
  const listed = new Set(SCREENS.filter(({ group }) => group !== undefined).map(({ path }) => path));
  for (const { under } of SCREENS) if (under !== undefined) expect(listed).toContain(under);
});
