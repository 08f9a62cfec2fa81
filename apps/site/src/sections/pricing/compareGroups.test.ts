import { CATALOG } from "@marquee/contract/testing/catalog";
import { expect, test } from "vitest";
import english from "../../../../../content/copy/en/pricing.json";
import { compareGroups } from "./compareGroups.ts";

const groups = compareGroups(CATALOG, english, "en");

function cellsOf(id: string) {
  return groups.flatMap((group) => group.rows).find((row) => row.id === id)?.cells;
}

test("lists prices, then each plan's features, then add-ons", () => {
  expect(groups.map((group) => [group.id, group.rows.length])).toEqual([
    ["price", 2],
    ["free", 4],
    ["unlimited", 14],
    ["business", 4],
    ["enterprise", 4],
    ["addOns", 2],
  ]);
});

test("shows prices per user and month, or by quote", () => {
  expect(cellsOf("monthly")).toEqual({
    free: "$0",
    unlimited: "$10",
    business: "$19",
    enterprise: "By quote",
  });
  expect(cellsOf("yearly")).toEqual({ free: "$0", unlimited: "$7", business: "$12", enterprise: "By quote" });
});

test("includes a feature from its plan upward", () => {
  expect(cellsOf("timesheets")).toEqual({ free: false, unlimited: false, business: true, enterprise: true });
});

test("shows an add-on's price for the plans that it is available for", () => {
  expect(cellsOf("brain")).toEqual({ free: "$9", unlimited: "$9", business: "$9", enterprise: "$9" });
  expect(cellsOf("aiNotetaker")).toEqual({ free: false, unlimited: "$6", business: "$6", enterprise: "$6" });
});
