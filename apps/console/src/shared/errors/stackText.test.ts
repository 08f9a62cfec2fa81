import { describe, expect, it } from "vitest";
import { stackText } from "./stackText.ts";

const source = { file: "src/draw.ts", line: 3, column: 9, functionName: "draw", context: [] };

describe("stackText", () => {
  it("says each place as it was written, else as the browser told it", () => {
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
