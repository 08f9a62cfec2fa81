import fc from "fast-check";
import { expect, it, test } from "vitest";
import { decodeValue, parseUrl } from "./url.ts";

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
      expect(decodeValue(encodeURIComponent(text))).toBe(text);
    }),
  );
});

it("returns the empty string for missing and malformed values", () => {
  for (const value of [null, "", "50%", "%E9", "%zz"]) expect(decodeValue(value)).toBe("");
});
