import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./ValueField.tsx";

describe("parseJson", () => {
  it("returns the value", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual({ value: JSON.parse(text) });
      }),
    );
  });

  it.each([
    ["", /^Enter a value, such as /],
    ['{"a": 1,\n "b" 2}', /^Line 2, column 6: \S/],
    ['{"a": [1', /^Line 1, column 9: /],
    ["tru", /^Line 1, column 4: /],
    ["{'a': 1}", /^Line 1, column 2: /],
  ])("reports where %j is invalid", (text, problem) => {
    expect(parseJson(text)).toEqual({ problem: expect.stringMatching(problem) });
  });
});
