import { expect, it } from "vitest";
import { splitTexts } from "./sqlParts.ts";

it("splits texts into lists by number and by size, in order", () => {
  const short = Array.from({ length: 12_000 }, (_, index) => `${index}`);
  expect(splitTexts(short).map(({ length }) => length)).toEqual([5000, 5000, 2000]);
  expect(splitTexts(short).flat()).toEqual(short);
  const long = Array.from({ length: 1500 }, () => "é".repeat(500));
  expect(splitTexts(long).map(({ length }) => length)).toEqual([500, 500, 500]);
  expect(splitTexts([])).toEqual([]);
});
