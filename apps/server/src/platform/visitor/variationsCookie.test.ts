import fc from "fast-check";
import { expect, it } from "vitest";
import { createVariationsCookie, formatVariationsCookie, parseVariationsCookie } from "./variationsCookie.ts";

const key = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?$/);
const phased = fc.tuple(key, fc.nat({ max: 999_999_999 })).map(([name, phase]) => `${name}__${phase}`);

it("parses what it formats", () => {
  const assignments = fc.dictionary(phased, key, { maxKeys: 30, noNullPrototype: true });
  fc.assert(
    fc.property(assignments, (assigned) => {
      const text = formatVariationsCookie(assigned);
      expect(parseVariationsCookie(text)).toEqual(assigned);
      expect(text).toMatch(/^[a-z0-9_:|-]*$/);
    }),
  );
});

it("accepts any text and ignores everything except assignments", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const parsed = parseVariationsCookie(text);
      expect(parseVariationsCookie(formatVariationsCookie(parsed))).toEqual(parsed);
    }),
  );
  expect(parseVariationsCookie("quiz__1:shown|__proto__:x|quiz__x:a|quiz__2|other__3:b;c|a__1:B")).toEqual({
    quiz__1: "shown",
  });
  expect(parseVariationsCookie(undefined)).toEqual({});
});

it("keeps at most 30 assignments", () => {
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`e${index}__1`, "a"]));
  expect(formatVariationsCookie(many).split("|")).toHaveLength(30);
});

it("lasts a year, or expires at once without assignments", () => {
  const write = createVariationsCookie({
    publicUrl: "https://trellis.example",
    cookieDomain: "trellis.example",
  });
  expect(write("quiz__1:shown")).toBe(
    "marquee_variations=quiz__1:shown; Max-Age=31536000; Domain=trellis.example; Path=/; Secure; SameSite=Lax",
  );
  expect(write("")).toContain("Max-Age=0");
  const plain = createVariationsCookie({ publicUrl: "http://127.0.0.1:3000", cookieDomain: null });
  expect(plain("a")).not.toMatch(/Secure|Domain/);
});
