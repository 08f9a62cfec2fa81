import { expect, it } from "vitest";
import { numberElements } from "./numberElements.ts";

const rows = Array.from({ length: 14 }, (_, index) => ({ selector: `e${index}`, sides: [] }));
const missing = (...selectors: string[]) => ({ missing: new Set(selectors) });

it("numbers ten elements at most, without those that no page shows", () => {
  const numbers = numberElements(rows, [missing("e1", "e2"), missing("e1")]);
  expect([...numbers.entries()].slice(0, 3)).toEqual([
    ["e0", 1],
    ["e2", 2],
    ["e3", 3],
  ]);
  expect(numbers.size).toBe(10);
});

it("numbers none before a page is there", () => {
  expect(numberElements(rows, []).size).toBe(0);
});
