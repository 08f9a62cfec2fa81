import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyFromName, keyProblem } from "./BasicsFields.tsx";

describe("keyFromName", () => {
  it.each([
    ["A shorter headline", "a-shorter-headline"],
    ["  Über uns: 50 % größer!  ", "uber-uns-50-grosser"],
    ["New", "new-experiment"],
    ["!?", ""],
  ])("turns %s into %s", (name, key) => expect(keyFromName(name)).toBe(key));

  it("returns a valid key or nothing, whatever the name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 120 }), (name) => {
        const key = keyFromName(name);
        expect(key === "" || /^[a-z0-9][a-z0-9-]{0,59}$/.test(key)).toBe(true);
        expect(keyProblem(key)).toBe("");
      }),
    );
  });
});

describe("keyProblem", () => {
  it.each(["Upper", "-first", "with space", "a_b", "ü"])("names the allowed characters for %s", (key) =>
    expect(keyProblem(key)).toContain("lowercase letters, digits and dashes"),
  );

  it("rejects keys that are too long or reserved", () => {
    expect(keyProblem("a".repeat(60))).toBe("");
    expect(keyProblem("a".repeat(61))).toContain("60 characters");
    expect(keyProblem("new")).toContain("another key");
  });
});
