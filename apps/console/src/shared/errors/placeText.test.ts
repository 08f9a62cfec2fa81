import { expect, it } from "vitest";
import { placeText } from "./placeText.ts";

it("says the place in the source where it is known", () => {
  const source = { file: "src/draw.ts", line: 3, column: 9, functionName: "draw" };
  expect(placeText({ source, frame: "/assets/a.js" })).toBe("draw in src/draw.ts:3");
  expect(placeText({ source: { ...source, functionName: "" }, frame: "" })).toBe("src/draw.ts:3");
  expect(placeText({ source: null, frame: "/assets/a.js" })).toBe("/assets/a.js");
  expect(placeText({ source: null, frame: "" })).toBe("place not known");
});
