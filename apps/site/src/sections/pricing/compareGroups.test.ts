import { expect, test } from "vitest";
import english from "../../../../../content/copy/en/pricing.json";
import { compareGroups } from "./compareGroups.ts";

const groups = compareGroups(english, "en");

function cellsOf(id: string) {
  return groups.flatMap((group) => group.rows).find((row) => row.id === id)?.cells;
}

test("groups follow the plans, between prices and add-ons", () => {
  expect(groups.map((group) => [group.id, group.rows.length])).toEqual([
    ["price", 2],
    ["free", 4],
    ["unlimited", 14],
    ["business", 4],
    ["enterprise", 4],
    ["addOns", 2],
  ]);
});

test("prices are per user and month, by quote where there is no amount", () => {
  expect(cellsOf("monthly")).toEqual({
    free: "$0",
    unlimited: "$10",
    business: "$19",
    enterprise: "By quote",
  });
  expect(cellsOf("yearly")).toEqual({ free: "$0", unlimited: "$7", business: "$12", enterprise: "By quote" });
});

test("a feature is there from its own plan on", () => {
  expect(cellsOf("timesheets")).toEqual({ free: false, unlimited: false, business: true, enterprise: true });
});

test("an add-on shows its price where it can be bought", () => {
  expect(cellsOf("brain")).toEqual({ free: "$9", unlimited: "$9", business: "$9", enterprise: "$9" });
  expect(cellsOf("aiNotetaker")).toEqual({ free: false, unlimited: "$6", business: "$6", enterprise: "$6" });
});
