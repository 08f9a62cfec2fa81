import { describe, expect, it } from "vitest";
import { parseFrame } from "./parseFrame.ts";

const PLACE = { script: "/assets/app-Ab_-1.js", line: 7, column: 9 };

describe("parseFrame", () => {
  it.each([
    ["    at draw (https://trellis.example/assets/app-Ab_-1.js:7:9)", "draw"],
    [
      "    at async Object.draw [as x] (https://trellis.example:3000/assets/app-Ab_-1.js:7:9)",
      "Object.draw [as x]",
    ],
    ["    at https://trellis.example/assets/app-Ab_-1.js:7:9", ""],
    ["draw@https://trellis.example/assets/app-Ab_-1.js?v=1:7:9", "draw"],
    ["#draw@https://trellis.example/assets/app-Ab_-1.js:7:9", "#draw"],
    ["@https://trellis.example/assets/app-Ab_-1.js:7:9", ""],
    ["    at draw (/assets/app-Ab_-1.js:7:9)", "draw"],
  ])("parses %j", (text, functionName) => {
    expect(parseFrame(text)).toEqual({ functionName, ...PLACE });
  });

  it.each([
    "TypeError: x is not a function",
    "at draw (<anonymous>)",
    "",
    "    at https://trellis.example/:7:9",
  ])("returns null for %j", (text) => {
    expect(parseFrame(text)).toBeNull();
  });

  /** With quadratic running time, these lines would exceed the test's timeout. */
  it.each(["/", ":1", "1", " ", "(", "@", "a@/", "/.js", ".js:1:1 ", "https://", "/.js#"])(
    "parses a line of 300,000 times %j in linear time",
    (piece) => {
      const line = piece.repeat(300_000);
      for (const hostile of [line, `${line}x`, `at f (${line}/app.js:1:2)`]) parseFrame(hostile);
    },
  );
});
