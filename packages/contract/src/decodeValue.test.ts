import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeValue } from "./decodeValue.ts";

it("decodes whatever was encoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeValue(encodeURIComponent(text))).toBe(text);
    }),
  );
});

it("takes nothing, and nonsense, for the empty string", () => {
  for (const value of [null, "", "50%", "%E9", "%zz"]) expect(decodeValue(value)).toBe("");
});
