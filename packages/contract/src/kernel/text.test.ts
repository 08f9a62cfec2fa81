import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cutText, excerptText, shortenText, toWellFormed } from "./text.ts";

const HIGH = "\ud83d";
const LOW = "\ude00";
const EMOJI = HIGH + LOW;
const COMBINING = "e\u0301";
const FAMILY = "👩‍👩‍👧";

const unit = fc.constantFrom("a", " ", "é", COMBINING, EMOJI, FAMILY, "𝒳", HIGH, LOW, "\uffff");
const text = fc.string({ unit, maxLength: 12 });
const wellFormedText = text.map(toWellFormed);
const length = fc.nat({ max: 40 });
const isWellFormed = (value: string) => !/\p{Surrogate}/u.test(value);

describe("cutText", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abc", 2, "ab"],
    ["abc", 0, ""],
    ["", 5, ""],
    [`a${EMOJI}`, 2, "a"],
    [`a${EMOJI}`, 3, `a${EMOJI}`],
    [EMOJI, 1, ""],
    [EMOJI + EMOJI, 3, EMOJI],
    [HIGH + EMOJI, 2, HIGH],
    [`${HIGH}a`, 1, ""],
    [`a${HIGH}`, 9, "a"],
    [LOW + LOW, 2, LOW],
    [COMBINING, 1, "e"],
  ])("truncates %j to %i", (input, maxLength, expected) => expect(cutText(input, maxLength)).toBe(expected));

  it("returns the longest beginning within the limit that splits no pair", () => {
    fc.assert(
      fc.property(text, length, (input, maxLength) => {
        const cut = cutText(input, maxLength);
        expect(input.startsWith(cut)).toBe(true);
        expect(cut.length).toBeLessThanOrEqual(maxLength);
        expect(
          cut.at(-1)?.match(/[\ud800-\udbff]/) && input.charAt(cut.length).match(/[\udc00-\udfff]/),
        ).toBeFalsy();
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(input.length, maxLength) - 1);
      }),
    );
  });

  it("keeps well-formed texts well-formed", () => {
    fc.assert(
      fc.property(wellFormedText, length, (input, maxLength) => {
        expect(() => encodeURIComponent(cutText(input, maxLength))).not.toThrow();
      }),
    );
  });
});

describe("shortenText", () => {
  it.each([
    ["abc", 3, "abc"],
    ["abcd", 3, "abc…"],
    ["ab cd", 3, "ab…"],
    [`ab${EMOJI}`, 3, "ab…"],
  ])("shortens %j to %i", (input, maxLength, expected) =>
    expect(shortenText(input, maxLength)).toBe(expected),
  );
});

describe("excerptText", () => {
  it.each([
    ["abcdef", 0, 9, "abcdef"],
    ["abcdef", 2, 4, "…cd…"],
    [`${EMOJI}ab${EMOJI}`, 1, 5, `${EMOJI}ab…`],
    [`a${EMOJI}b`, 2, 4, `…${EMOJI}b`],
    [`${EMOJI}ab${EMOJI}`, 2, 6, `…ab${EMOJI}`],
  ])("takes of %j what is from %i to %i", (input, from, to, expected) =>
    expect(excerptText(input, from, to)).toBe(expected),
  );

  it("keeps well-formed texts well-formed", () => {
    fc.assert(
      fc.property(wellFormedText, length, length, (input, one, other) => {
        const [from, to] = [Math.min(one, other), Math.max(one, other)];
        expect(isWellFormed(excerptText(input, from, to))).toBe(true);
      }),
    );
  });
});

describe("toWellFormed", () => {
  it("replaces only lone surrogates", () => {
    expect(toWellFormed(`a${HIGH}b${LOW}${HIGH}${EMOJI}${FAMILY}`)).toBe(
      `a\ufffdb\ufffd\ufffd${EMOJI}${FAMILY}`,
    );
  });

  it("makes any text encodable, with the same length", () => {
    fc.assert(
      fc.property(text, (input) => {
        const result = toWellFormed(input);
        expect(decodeURIComponent(encodeURIComponent(result))).toBe(result);
        expect(result).toHaveLength(input.length);
        expect(isWellFormed(input) ? result : input).toBe(input);
      }),
    );
  });
});
