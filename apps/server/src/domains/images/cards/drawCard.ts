import { CARD_SIZE, type PageCard } from "@marquee/contract";
import satori from "satori";
import sharp from "sharp";
import { cardFonts } from "./cardFonts.ts";
import { cardText, HEADLINE_BOX, linesOf, splitLongWords, type TextNode } from "./cardText.ts";
import { drawBackground } from "./drawBackground.ts";

/** Font sizes of the headline, in pixels. At the smallest one, text that does not fit ends in an ellipsis. */
const SIZES = [92, 80, 68, 56, 44, 36];

const LARGEST = 92;

const SMALLEST = 36;

/** The card as a PNG with the dimensions {@link CARD_SIZE}. */
export async function drawCard(card: PageCard): Promise<Buffer> {
  const { width, height } = CARD_SIZE;
  const layers = drawBackground(card.accent) + (await setText(card));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${layers}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 95 }).toBuffer();
}

/**
 * The texts of a card as an SVG document of outlines. The headline has the largest font size at which it fits its box
 * without breaking a word; at the smallest size, words can break.
 */
export async function setText(card: PageCard): Promise<string> {
  const largest = await largestWhole(card.headline);
  for (const size of SIZES.filter((each) => each <= largest)) {
    const { svg, heights } = await set(cardText(card, size));
    if (Math.max(...heights) <= HEADLINE_BOX.height) return svg;
  }
  const { svg } = await set(cardText(card, SMALLEST, linesOf(SMALLEST)));
  return svg;
}

/** The largest font size in pixels at which the widest word fits on a line. */
async function largestWhole(headline: string): Promise<number> {
  const { widths } = await set(splitLongWords(headline, LARGEST));
  return Math.floor((LARGEST * HEADLINE_BOX.width) / Math.max(...widths));
}

/** Lays out texts as SVG. `widths` and `heights` are the pixel sizes of the nodes that have a key. */
async function set(node: TextNode) {
  const widths: number[] = [];
  const heights: number[] = [];
  const svg = await satori(node, {
    ...CARD_SIZE,
    fonts: await cardFonts(),
    onNodeDetected: ({ key, width, height }) => {
      if (!key) return;
      widths.push(width);
      heights.push(height);
    },
  });
  return { svg, widths, heights };
}
