import fc from "fast-check";
import { expect, it } from "vitest";
import { markText, readMarks } from "./textMarks.ts";

it("reads back every mark, and changes nothing else", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.nat({ max: 19_000 }))), (parts) => {
      const marked = parts.map(([text, number]) => markText(text, number)).join("");
      const { text, numbers } = readMarks(marked);
      expect(text).toBe(parts.map(([part]) => part).join(""));
      expect(numbers).toEqual(parts.map(([, number]) => number));
    }),
  );
});

it("leaves text without marks or with an incomplete mark unchanged", () => {
  for (const text of ["", "Plans", "a\u2063b", "\u2063\u2061", "\u2062\u2064"])
    expect(readMarks(text)).toEqual({ text, numbers: [] });
});
