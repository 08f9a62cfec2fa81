import { expect, it } from "vitest";
import { elementRows, numberElements } from "./elementRows.ts";

const element = (selector: string, clicks: number) => ({
  selector,
  clicks,
  share: 0.1,
  rage: 0,
  dead: 0,
  sessions: 1,
  visitors: 1,
});

it("lists a single side in its order", () => {
  const rows = elementRows([{ sessions: 5, elements: [element("a", 9), element("b", 2)] }]);
  expect(rows.map(({ selector, sides }) => [selector, sides[0]?.heat])).toEqual([
    ["a", 9],
    ["b", 2],
  ]);
});

it("sorts two sides by clicks per 100 sessions, with zero for unclicked elements", () => {
  const many = { sessions: 1000, elements: [element("a", 100), element("b", 90)] };
  const few = { sessions: 10, elements: [element("c", 5), element("b", 1)] };
  const rows = elementRows([many, few]);
  expect(rows.map(({ selector, sides }) => [selector, sides.map(({ heat }) => heat)])).toEqual([
    ["c", [0, 50]],
    ["b", [9, 10]],
    ["a", [10, 0]],
  ]);
});

const rows = Array.from({ length: 14 }, (_, index) => ({ selector: `e${index}`, sides: [] }));
const missing = (...selectors: string[]) => ({ missing: new Set(selectors) });

it("numbers at most ten elements, without those missing from every page", () => {
  const numbers = numberElements(rows, [missing("e1", "e2"), missing("e1")]);
  expect([...numbers.entries()].slice(0, 3)).toEqual([
    ["e0", 1],
    ["e2", 2],
    ["e3", 3],
  ]);
  expect(numbers.size).toBe(10);
});

it("numbers no elements before a page is loaded", () => {
  expect(numberElements(rows, []).size).toBe(0);
});
