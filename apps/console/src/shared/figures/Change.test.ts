import { expect, it } from "vitest";
import { changeText } from "./Change.tsx";

it("counts change in percent, rates in percentage points", () => {
  expect([changeText(112, 100, "count"), changeText(0.45, 0.43, "rate")]).toEqual(["+12%", "+2 pp"]);
});

it("has no text without an earlier value, or for a change from zero", () => {
  expect([changeText(3, null, "rate"), changeText(3, 0, "count"), changeText(0.2, 0, "rate")]).toEqual([
    null,
    null,
    "+20 pp",
  ]);
});
