import { expect, it } from "vitest";
import { legendSteps } from "./palette.ts";

const texts = (most: number, isPerSessions = false) =>
  legendSteps({ most, isPerSessions }).map(({ text }) => text);

it("labels the heat from low to high", () => {
  expect(texts(160)).toEqual(["10", "40", "90", "160"]);
  expect(texts(8, true)).toEqual(["0.5", "2.0", "4.5", "8.0"]);
});

it("omits duplicate labels for small numbers", () => {
  expect(legendSteps({ most: 2, isPerSessions: false })).toEqual([
    { shade: 0.75, text: "1" },
    { shade: 1, text: "2" },
  ]);
  expect(texts(1)).toEqual(["1"]);
});
