import { expect, it } from "vitest";
import { elementRows } from "./elementRows.ts";

const element = (selector: string, clicks: number) => ({
  selector,
  clicks,
  share: 0.1,
  rage: 0,
  dead: 0,
  sessions: 1,
  visitors: 1,
});

it("lists one side as it comes", () => {
  const rows = elementRows([{ sessions: 5, elements: [element("a", 9), element("b", 2)] }]);
  expect(rows.map(({ selector, sides }) => [selector, sides[0]?.heat])).toEqual([
    ["a", 9],
    ["b", 2],
  ]);
});

it("orders two sides by what of their sessions clicked, with gaps where nobody did", () => {
  const many = { sessions: 1000, elements: [element("a", 100), element("b", 90)] };
  const few = { sessions: 10, elements: [element("c", 5), element("b", 1)] };
  const rows = elementRows([many, few]);
  expect(rows.map(({ selector, sides }) => [selector, sides.map(({ heat }) => heat)])).toEqual([
    ["c", [0, 50]],
    ["b", [9, 10]],
    ["a", [10, 0]],
  ]);
});
