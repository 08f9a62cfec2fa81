import { expect, it } from "vitest";
import { formatTimecode } from "./formatTimecode.ts";

it("says hours only where there are some", () => {
  expect([-5, 0, 65_999, 3_725_000].map(formatTimecode)).toEqual(["0:00", "0:00", "1:05", "1:02:05"]);
});
