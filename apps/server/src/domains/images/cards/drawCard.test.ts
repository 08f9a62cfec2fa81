import fc from "fast-check";
import sharp from "sharp";
import { expect, test } from "vitest";
import { TRELLIS } from "./drawBackground.ts";
import { setText } from "./drawCard.ts";

/** Bounding box of the drawn texts, in pixels. */
async function inkOf(headline: string, label = "") {
  const svg = await setText({ brand: "Trellis", headline, label, accent: "leaf" });
  const trimmed = await sharp(Buffer.from(svg)).trim({ threshold: 1 }).toBuffer({ resolveWithObject: true });
  const left = -(trimmed.info.trimOffsetLeft ?? 0);
  const top = -(trimmed.info.trimOffsetTop ?? 0);
  return { left, top, right: left + trimmed.info.width, bottom: top + trimmed.info.height };
}

const [, , , lastRow] = TRELLIS.rows;
const [firstColumn] = TRELLIS.columns;

test.each([
  "Start free",
  "Kostenlos starten. Zahlen, wenn Ihr Team wächst.",
  "Projektmanagementsoftwareeinführung leicht gemacht",
  "Donaudampfschifffahrtsgesellschaftskapitän",
  "„Gute Frage“, sagt Łukasz Dvořák",
  "Write the brief once. ".repeat(30),
  "M".repeat(300),
])("keeps %j within its box", async (headline) => {
  const ink = await inkOf(headline);
  expect(ink.left).toBeGreaterThanOrEqual(TRELLIS.left);
  expect(ink.right).toBeLessThan(firstColumn);
  expect(ink.bottom).toBeLessThan(lastRow);
});

test("keeps any headline within its box", async () => {
  // Lines do not break before a period or comma, not even after a space, so words begin with a letter.
  const rest = fc.string({ unit: fc.constantFrom(..."aäWMgjßÉ.,-i"), maxLength: 39 });
  const word = fc.tuple(fc.constantFrom(..."aäWMgß"), rest).map((parts) => parts.join(""));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 25 }), async (words) => {
      const ink = await inkOf(words.join(" "));
      expect(ink.right).toBeLessThan(firstColumn);
      expect(ink.bottom).toBeLessThan(lastRow);
    }),
    { numRuns: 12 },
  );
});

test("draws letters outside the basic Latin file with their own shapes", async () => {
  const [one, other] = await Promise.all(
    ["ř", "ł"].map((headline) => setText({ brand: "", headline, label: "", accent: "leaf" })),
  );
  expect(one).not.toBe(other);
});
