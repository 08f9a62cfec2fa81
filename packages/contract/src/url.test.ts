import fc from "fast-check";
import { expect, it, test } from "vitest";
import { decodeValue, parseUrl } from "./url.ts";

test("an address is read, a relative one with its base only, and anything else is null", () => {
  expect(parseUrl("https://Trellis.example")?.href).toBe("https://trellis.example/");
  expect(parseUrl("/pricing", "https://trellis.example")?.href).toBe("https://trellis.example/pricing");
  expect(parseUrl("/pricing")).toBeNull();
  expect(parseUrl("https://")).toBeNull();
});

test("it reads what the URL standard can read, and never throws", () => {
  const address = fc
    .tuple(fc.constantFrom("", "https://", "//", "mailto:"), fc.string())
    .map((each) => each.join(""));
  fc.assert(
    fc.property(address, (each) => {
      expect(parseUrl(each) !== null).toBe(URL.canParse(each));
    }),
  );
});

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
