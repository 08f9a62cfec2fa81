import { expect, it } from "vitest";
import { toCsv } from "./csv.ts";

it("quotes what CSV needs quoted, keeps numbers, and disarms formulas", async () => {
  const csv = toCsv([
    ["Page", "Visitors"],
    ['/a,"b"\n', 12.5],
    ["=cmd|' /C calc'!A0", null],
    ["-2+3", -4],
  ]);
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await csv.arrayBuffer());
  expect(text).toBe('\uFEFFPage,Visitors\r\n"/a,""b""\n",12.5\r\n\'=cmd|\' /C calc\'!A0,\r\n\'-2+3,-4\r\n');
});
