import { VITAL_THRESHOLDS, VITALS } from "@marquee/contract";
import { expect, it } from "vitest";
import { readVital, thresholdText, vitalFormat } from "./vitals.tsx";

it("writes times in the unit that reads best, and shifts without one", () => {
  expect([0, 179.6, 999.4, 1000, 2449].map(vitalFormat("lcp"))).toEqual([
    "0 ms",
    "180 ms",
    "1 s",
    "1 s",
    "2.45 s",
  ]);
  expect([0, 0.0213].map(vitalFormat("cls"))).toEqual(["0", "0.022"]);
});

it("writes nothing above a threshold as the threshold", () => {
  const thresholds = VITALS.flatMap((vital) =>
    VITAL_THRESHOLDS[vital].map((value) => [vital, value] as const),
  );
  for (const [vital, value] of thresholds) {
    const format = vitalFormat(vital);
    expect(format(value * 1.000001)).not.toBe(format(value));
    expect(format(value * 0.999999)).toBe(format(value));
  }
});

it("says the thresholds in words", () => {
  expect(thresholdText("inp")).toBe("Good up to 200 ms, poor above 500 ms.");
});

it("shows the first vital where an address names none", () => {
  expect([readVital("cls"), readVital(""), readVital("fid")]).toEqual(["cls", "lcp", "lcp"]);
});
