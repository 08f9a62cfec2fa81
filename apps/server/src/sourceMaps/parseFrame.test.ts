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
  ])("reads %j", (text, functionName) => {
    expect(parseFrame(text)).toEqual({ functionName, ...PLACE });
  });

  it.each([
    "TypeError: x is not a function",
    "at draw (<anonymous>)",
    "",
    "    at https://trellis.example/:7:9",
  ])("finds no place in %j", (text) => {
    expect(parseFrame(text)).toBeNull();
  });

  /** Were any of these read in time that grows with the square of their length, this would not end within the test's time. */
  it.each(["/", ":1", "1", " ", "(", "@", "a@/", "/.js", ".js:1:1 ", "https://", "/.js#"])(
    "is through with a line of 300,000 times %j at once",
    (piece) => {
      const line = piece.repeat(300_000);
      for (const hostile of [line, `${line}x`, `at f (${line}/app.js:1:2)`]) parseFrame(hostile);
    },
  );
});
