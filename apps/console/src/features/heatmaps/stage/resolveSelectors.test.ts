import { expect, it } from "vitest";
import { placeCells } from "./resolveSelectors.ts";

/** A fake element with the only method that is used. */
const at = (left: number, top: number, width: number, height: number) =>
  ({ getBoundingClientRect: () => ({ left, top, width, height }) }) as Element;

const elements = new Map([
  ["a", at(100, 50, 200, 40)],
  ["b", at(0, -30, 10, 10)],
]);

it("places clicks on their element's current position, at the page's scale", () => {
  const cells = [
    { selector: "a", x: 0.25, y: 0.5, clicks: 3 },
    { selector: "b", x: 1, y: 0, clicks: 1 },
  ];
  expect(placeCells({ cells, elements, scale: 0.5, weight: 2 })).toEqual([
    { x: 75, y: 35, weight: 6 },
    { x: 5, y: -15, weight: 2 },
  ]);
});

it("leaves out clicks on missing elements", () => {
  const cells = [{ selector: "gone", x: 0, y: 0, clicks: 9 }];
  expect(placeCells({ cells, elements, scale: 1, weight: 1 })).toEqual([]);
});
