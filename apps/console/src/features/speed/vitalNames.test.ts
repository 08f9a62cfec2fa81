import { expect, it } from "vitest";
import { readVital, thresholdText, vitalFormat } from "./vitalNames.ts";

it("writes times in the unit that reads best, and shifts without one", () => {
  expect([0, 179.6, 999.4, 1000, 2449].map(vitalFormat("lcp"))).toEqual([
    "0 ms",
    "180 ms",
    "999 ms",
    "1 s",
    "2.4 s",
  ]);
  expect([0, 0.0213].map(vitalFormat("cls"))).toEqual(["0", "0.021"]);
});

it("says the thresholds in words", () => {
  expect(thresholdText("inp")).toBe("Good up to 200 ms, poor above 500 ms.");
});

it("shows the first vital where an address names none", () => {
  expect([readVital("cls"), readVital(""), readVital("fid")]).toEqual(["cls", "lcp", "lcp"]);
});
