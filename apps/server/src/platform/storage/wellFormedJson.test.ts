import fc from "fast-check";
import { expect, it } from "vitest";
import { toWellFormedJson, wellFormedJson } from "./wellFormedJson.ts";

const toWellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, "\ufffd");
/** Texts with surrogates in any order, and with what looks like their escapes. */
const text = fc.string({
  unit: fc.constantFrom(
    "a",
    "\\",
    '"',
    "u",
    "d83d",
    "\\ud800",
    "\ud83d",
    "\ude00",
    "\u0000",
    "é",
    "🌱",
    "\n",
  ),
});

it.each([
  ['"a\\ud800b"', '"a\\ufffdb"'],
  ['"\\uDC00"', '"\\ufffd"'],
  ['"\\ud83d\\ud83d\\ude00\\ude00"', '"\\ufffd\\ud83d\\ude00\\ufffd"'],
  ['"\\uD83D\\uDE00"', '"\\uD83D\\uDE00"'],
  ['"an escaped backslash: \\\\ud800"', '"an escaped backslash: \\\\ud800"'],
  ['"a backslash and half a character: \\\\\\ud800"', '"a backslash and half a character: \\\\\\ufffd"'],
  ['{"\\ud800":1}', '{"\\ufffd":1}'],
  ["no JSON \\ud8", "no JSON \\ud8"],
])("turns %s into %s", (json, expected) => {
  expect(wellFormedJson(json)).toBe(expected);
});

it("replaces halves of characters in each text of any JSON, and changes nothing else", () => {
  fc.assert(
    fc.property(fc.array(text), fc.dictionary(text, text), fc.boolean(), (list, record, isEscaped) => {
      const plain = JSON.stringify({ list, record: Object.entries(record) });
      const json = isEscaped ? escapeAll(plain) : plain;
      expect(JSON.parse(wellFormedJson(json))).toEqual({
        list: list.map(toWellFormed),
        record: Object.entries(record).map((pair) => pair.map(toWellFormed)),
      });
    }),
  );
});

it("takes linear time, whatever the escapes", () => {
  const unit = (text: string) => (length: number) => text.repeat(length);
  for (const repeat of ["\\n", "\\\\", "\\u", "\\ud", "\\ud800", "\\ud83d\\ude00"].map(unit)) {
    const json = `{"a":"\\ud800${repeat(500_000)}"}`;
    expect(wellFormedJson(json).slice(0, 12)).toBe('{"a":"\\ufffd');
  }
});

it("writes a value", () => {
  expect(toWellFormedJson({ a: ["\ud83d", "🌱"] })).toBe('{"a":["\\ufffd","🌱"]}');
});

/** As written by libraries that escape everything beyond ASCII, such as Python's. */
function escapeAll(json: string): string {
  return json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
