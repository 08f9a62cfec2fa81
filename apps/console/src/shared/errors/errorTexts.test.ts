import { describe, expect, it } from "vitest";
import { firstAndLastSeen, locationText, stackText } from "./errorTexts.ts";

const source = { file: "src/draw.ts", line: 3, column: 9, functionName: "draw", context: [] };

describe("stackText", () => {
  it("uses source locations if known, and the browser's text otherwise", () => {
    const lines = [
      { text: "TypeError: x", source: null },
      { text: "    at e (https://trellis.example/assets/a.js:1:2)", source },
      { text: "    at https://trellis.example/assets/a.js:1:9", source: { ...source, functionName: "" } },
      { text: "    at https://elsewhere.example/a.js:1:1", source: null },
    ];
    expect(stackText(lines)).toBe(
      "TypeError: x\n    at draw (src/draw.ts:3:9)\n    at src/draw.ts:3:9\n    at https://elsewhere.example/a.js:1:1",
    );
  });
});

it("locationText returns the source location if it is known", () => {
  const source = { file: "src/draw.ts", line: 3, column: 9, functionName: "draw" };
  expect(locationText({ source, frame: "/assets/a.js" })).toBe("draw in src/draw.ts:3");
  expect(locationText({ source: { ...source, functionName: "" }, frame: "" })).toBe("src/draw.ts:3");
  expect(locationText({ source: null, frame: "/assets/a.js" })).toBe("/assets/a.js");
  expect(locationText({ source: null, frame: "" })).toBe("unknown location");
});

it("firstAndLastSeen includes the release if it is known", () => {
  expect(firstAndLastSeen("first", "Jun 3", "release 1a2b3c4")).toBe("first Jun 3 in release 1a2b3c4");
  expect(firstAndLastSeen("last", "Jun 4", "")).toBe("last Jun 4");
});
