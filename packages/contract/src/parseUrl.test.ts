import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUrl } from "./parseUrl.ts";

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
