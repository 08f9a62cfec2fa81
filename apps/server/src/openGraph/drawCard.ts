import { CARD_SIZE, type PageCard } from "@marquee/contract";
import sharp from "sharp";
import { drawBackground } from "./drawBackground.ts";
import { setText } from "./setText.ts";

/** The card as a PNG of {@link CARD_SIZE}'s size. */
export async function drawCard(card: PageCard): Promise<Buffer> {
  const { width, height } = CARD_SIZE;
  const layers = drawBackground(card.accent) + (await setText(card));
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${layers}</svg>`;
  return sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 95 }).toBuffer();
}
