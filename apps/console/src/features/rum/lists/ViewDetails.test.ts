import { expect, it } from "vitest";
import { frustrationText } from "./ViewDetails.tsx";

it("names each type that occurred", () => {
  expect(frustrationText({ rage: 2, dead: 0, error: 1 })).toBe("2 rage clicks, 1 error click");
  expect(frustrationText({ rage: 0, dead: 0, error: 0 })).toBe("");
});
