import { expect, it } from "vitest";
import { readAmount } from "./readAmount.ts";

it.each([
  ["", null],
  ["  ", null],
  ["1200", 1200],
  ["$1,200.50", 1200.5],
  ["0", 0],
  ["99.", 99],
  ["9999999999", 9_999_999_999],
  ["1.005", undefined],
  ["-1", undefined],
  ["12e3", undefined],
  ["1.2.3", undefined],
  ["99999999999", undefined],
  ["Infinity", undefined],
])("reads %j as %s", (text, amount) => {
  expect(readAmount(text)).toBe(amount);
});
