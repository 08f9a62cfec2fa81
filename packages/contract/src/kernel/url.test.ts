import fc from "fast-check";
import { expect, it, test } from "vitest";
import { decodeValue, encodeValue, parseUrl } from "./url.ts";

test("parses an absolute URL, a relative one only with its base, and returns null for anything else", () => {
  expect(parseUrl("https://Trellis.example")?.href).toBe("https://trellis.example/");
  expect(parseUrl("/pricing", "https://trellis.example")?.href).toBe("https://trellis.example/pricing");
  expect(parseUrl("/pricing")).toBeNull();
  expect(parseUrl("https://")).toBeNull();
});

test("parses every URL that the URL standard accepts and never throws", () => {
  const address = fc
    .tuple(fc.constantFrom("", "https://", "//", "mailto:"), fc.string())
    .map((each) => each.join(""));
  fc.assert(
    fc.property(address, (each) => {
      expect(parseUrl(each) !== null).toBe(URL.canParse(each));
    }),
  );
});

it("decodes every encoded value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(decodeValue(encodeValue(text))).toBe(text);
    }),
  );
});

it("encodes half of a character as U+FFFD", () => {
  expect(encodeValue("a\ud83d b\ude00 😀")).toBe("a%EF%BF%BD%20b%EF%BF%BD%20%F0%9F%98%80");
});

it("returns the empty string for missing and malformed values", () => {
  for (const value of [null, "", "50%", "%E9", "%zz"]) expect(decodeValue(value)).toBe("");
});
