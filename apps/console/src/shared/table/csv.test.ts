import fc from "fast-check";
import { expect, it } from "vitest";
import { type CsvCell, toCsv } from "./csv.ts";

const textOf = async (...rows: CsvCell[][]) =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(await toCsv(rows).arrayBuffer());

it("quotes every text, keeps numbers, and disarms formulas", async () => {
  expect(
    await textOf(["Page", "Visitors"], ['/a,"b"\n', 12.5], ["=cmd|' /C calc'!A0", null], ["-2+3", -4]),
  ).toBe('\uFEFF"Page","Visitors"\r\n"/a,""b""\n",12.5\r\n"\'=cmd|\' /C calc\'!A0",\r\n"\'-2+3",-4\r\n');
});

it.each([
  "=1",
  " =1",
  "\u00a0\u3000+1",
  "\u200b@a",
  "\ufeff-1",
  "＝1",
  "＋1",
  "－1",
  " ＠a",
  "\u22121",
  "\tx",
  "\rx",
  "\nx",
])("disarms %j", async (text) => {
  expect(await textOf([text])).toBe(`\uFEFF"'${text}"\r\n`);
});

it("disarms what follows a separator of lists within a text", async () => {
  expect(await textOf(["x;=HYPERLINK(1)", "x\t ＝1;a-b; -2"])).toBe(
    '\uFEFF"x;\'=HYPERLINK(1)","x\t \'＝1;a-b; \'-2"\r\n',
  );
});

it("leaves no text that any common separator turns into a formula", async () => {
  const unit = fc.constantFrom("=", "+", "-", "@", "＝", ";", "\t", " ", "a", '"', ",", "\u200b");
  await fc.assert(
    fc.asyncProperty(fc.string({ unit }), async (text) => {
      const csv = await textOf([text]);
      const cell = csv.slice(2, -3).replaceAll('""', '"');
      for (const part of [cell, ...cell.split(/[;\t]/)]) expect(part).not.toMatch(/^[\s\p{Cf}]*[=+\-@＝]/u);
    }),
  );
});
