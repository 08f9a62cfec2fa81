import { NOT_SET } from "@marquee/contract";
import { expect, it } from "vitest";
import { withCosts } from "./adCosts.ts";

const COSTS = [
  { source: "google", medium: "cpc", campaign: "brand", cents: 10_050 },
  { source: "Bing", medium: "CPC", campaign: "Brand", cents: 950 },
  { source: "", medium: "", campaign: "fair", cents: 500 },
];
const row = (value: string) => ({ value, credits: [1, 2, 3, 4, 5] });
const costsOf = (dimension: Parameters<typeof withCosts>[1]["dimension"], values: string[]) =>
  withCosts(values.map(row), { costs: COSTS, dimension }).map(({ value, cost, credits }) => [
    value,
    cost,
    credits[0],
  ]);

it("adds costs to the rows of visits with the same parameters, and rows without credit", () => {
  expect(costsOf("visit:utm_campaign", ["brand", "june"])).toEqual([
    ["brand", 110, 1],
    ["june", null, 1],
    ["fair", 5, 0],
  ]);
  expect(costsOf("visit:source", ["Google"])).toEqual([
    ["Google", 100.5, 1],
    ["Bing", 9.5, 0],
    [NOT_SET, 5, 0],
  ]);
  expect(costsOf("visit:channel", ["paid-search", "email"])).toEqual([
    ["paid-search", 110, 1],
    ["email", null, 1],
    [NOT_SET, 5, 0],
  ]);
});
