import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KEY_PATTERN, keyFromName, keyProblem } from "./keyFromName.ts";

describe("the key of a name", () => {
  it.each([
    ["A shorter headline", "a-shorter-headline"],
    ["  Über uns: 50 % größer!  ", "uber-uns-50-grosser"],
    ["New", "new-experiment"],
    ["!?", ""],
  ])("makes %s into %s", (name, key) => expect(keyFromName(name)).toBe(key));

  it("is a key or nothing, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (name) => {
        const key = keyFromName(name);
        expect(key === "" || new RegExp(`^${KEY_PATTERN}$`).test(key)).toBe(true);
        expect(keyProblem(key)).toBe("");
      }),
    );
  });
});
