import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDescriptions, decodeHtmlEntities } from "./entities.ts";

test.each([
  ["&amp; &lt; &gt; &quot; &#039;", "& < > \" '"],
  ["R&amp;D", "R&D"],
  ["&#39;&#x27;&#X27;&#0000000039;", "''''"],
  ["&#128512;&#x1F600;", "😀😀"],
  ["&amp;lt;b&amp;gt;", "&lt;b&gt;"],
  ["&amp;amp;amp;", "&amp;amp;"],
  ["&#38;lt;", "&lt;"],
  ["&#x26;#60;", "&#60;"],
])("decodes %s to %s", (text, expected) => {
  expect(decodeHtmlEntities(text)).toBe(expected);
});

test.each([
  "&",
  "& amp;",
  "&amp",
  "&AMP;",
  "&nbsp;",
  "&apos;",
  "&constructor;",
  "&#;",
  "&#x;",
  "&#xg;",
  "&#-1;",
  "&#1e3;",
  "&#0;",
  "&#xD800;",
  "&#57343;",
  "&#x110000;",
  "&#99999999999999999999;",
])("leaves %s unchanged", (text) => {
  expect(decodeHtmlEntities(text)).toBe(text);
});

test("decodes exactly one level of encoding", () => {
  const encode = (text: string) =>
    text.replace(/[&<>"']/g, (each) => (each === "&" ? "&amp;" : `&#${each.charCodeAt(0)};`));
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom(..."&<>\"';#x1amplt"), fc.string({ maxLength: 1 })),
  });
  fc.assert(
    fc.property(text, (each) => {
      expect(decodeHtmlEntities(encode(each))).toBe(each);
      expect(decodeHtmlEntities(encode(encode(each)))).toBe(encode(each));
    }),
  );
});

test("decodes every valid code point in decimal and hexadecimal", () => {
  const valid = fc.oneof(fc.integer({ min: 1, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));
  fc.assert(
    fc.property(valid, (codePoint) => {
      const character = String.fromCodePoint(codePoint);
      expect(decodeHtmlEntities(`&#${codePoint};`)).toBe(character);
      expect(decodeHtmlEntities(`&#x${codePoint.toString(16)};`)).toBe(character);
    }),
  );
});

test("decodes every description of a content file and nothing else", () => {
  const written = {
    title: "R&amp;D",
    description: "R&amp;D &#039;26 &amp;lt;b&gt;",
    plans: [{ description: "For 1 &lt; 10", name: "&quot;Free&quot;" }, "a &amp; b", null, 3],
    meta: { description: { description: "A &#x26; B" } },
  };
  const before = structuredClone(written);
  expect(decodeDescriptions(written)).toEqual({
    title: "R&amp;D",
    description: "R&D '26 &lt;b>",
    plans: [{ description: "For 1 < 10", name: "&quot;Free&quot;" }, "a &amp; b", null, 3],
    meta: { description: { description: "A & B" } },
  });
  expect(written).toEqual(before);
});
