import { VITAL_THRESHOLDS, VITALS } from "@marquee/contract";
import { expect, it } from "vitest";
import { readVital, thresholdText, vitalFormat } from "./vitals.tsx";

it("formats times in milliseconds or seconds, and layout shifts without a unit", () => {
  expect([0, 179.6, 999.4, 1000, 2449].map(vitalFormat("lcp"))).toEqual([
    "0 ms",
    "180 ms",
    "1 s",
    "1 s",
    "2.45 s",
  ]);
  expect([0, 0.0213].map(vitalFormat("cls"))).toEqual(["0", "0.022"]);
});

it("never formats a value above a threshold as the threshold", () => {
  const thresholds = VITALS.flatMap((vital) =>
    VITAL_THRESHOLDS[vital].map((value) => [vital, value] as const),
  );
  for (const [vital, value] of thresholds) {
    const format = vitalFormat(vital);
    expect(format(value * 1.000001)).not.toBe(format(value));
    expect(format(value * 0.999999)).toBe(format(value));
  }
});

it("describes the thresholds", () => {
  expect(thresholdText("inp")).toBe("Good up to 200 ms, poor above 500 ms.");
});

it("falls back to the first vital for an unknown name", () => {
  expect([readVital("cls"), readVital(""), readVital("fid")]).toEqual(["cls", "lcp", "lcp"]);
});
