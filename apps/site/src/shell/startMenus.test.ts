import fc from "fast-check";
import { expect, test } from "vitest";
import { stepTo } from "./startMenus.ts";

test.each([
  ["ArrowRight", 0, 1],
  ["ArrowDown", 2, 3],
  ["ArrowRight", 3, 0],
  ["ArrowLeft", 0, 3],
  ["ArrowUp", 3, 2],
  ["Home", 2, 0],
  ["End", 1, 3],
  ["Enter", 1, null],
  ["toString", 1, null],
])("%s moves from index %i of four to %j", (key, index, expected) => {
  expect(stepTo(key, index, 4)).toBe(expected);
});

test("returns null without items", () => {
  expect(stepTo("End", 0, 0)).toBeNull();
});

test("opposite arrows cancel out, and as many steps as items return to the start", () => {
  const place = fc
    .integer({ min: 1, max: 20 })
    .chain((count) =>
      fc.record({ count: fc.constant(count), index: fc.integer({ min: 0, max: count - 1 }) }),
    );
  fc.assert(
    fc.property(place, ({ count, index }) => {
      expect(stepTo("ArrowUp", stepTo("ArrowDown", index, count) ?? -1, count)).toBe(index);
      let at: number | null = index;
      for (let step = 0; step < count; step += 1) at = stepTo("ArrowRight", at ?? -1, count);
      expect(at).toBe(index);
    }),
  );
});
