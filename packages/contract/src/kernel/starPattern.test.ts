import fc from "fast-check";
import { expect, it } from "vitest";
import { compilePattern } from "./starPattern.ts";

it("matches like a regular expression in which a star is any text", () => {
  const letter = fc.constantFrom("a", "b", "*", ".", "\n");
  fc.assert(
    fc.property(
      fc.string({ unit: letter, maxLength: 8 }),
      fc.string({ unit: letter, maxLength: 12 }),
      (pattern, text) => {
        const parts = pattern.split("*").map((part) => part.replaceAll(".", "\\."));
        expect(compilePattern(pattern)(text)).toBe(new RegExp(`^${parts.join(".*")}$`, "s").test(text));
      },
    ),
    { numRuns: 1000 },
  );
});

it.each([
  ["/pricing", "/pricing/x", false],
  ["/lp/*/start", "/lp/a/b/start", true],
  ["a*a", "a", false],
  ["a*b*b", "ab", false],
  ["*", "", true],
  ["", "", true],
  ["", "a", false],
])("matches %j with %j: %s", (pattern, text, expected) => {
  expect(compilePattern(pattern)(text)).toBe(expected);
});

it("takes time in proportion to the text, whatever the number of stars", () => {
  const matches = compilePattern(`${"a*".repeat(60)}b`);
  const started = performance.now();
  expect(matches("a".repeat(1_000_000))).toBe(false);
  expect(matches(`${"a".repeat(1_000_000)}b`)).toBe(true);
  expect(matches("ab".repeat(500_000))).toBe(true);
  expect(performance.now() - started).toBeLessThan(1000);
});
