import { FAVICON_SIZE } from "@marquee/contract";
import sharp from "sharp";

/** Smaller icons would look worse than the letter that stands in for them. */
const SMALLEST = 32;
const MAX_PIXELS = 4_000_000;
const TIMEOUT_SECONDS = 5;
/** Icons are designed for light tabs; a dark one would disappear on a dark page. */
const BACKGROUND = "#fff";
/** Margin around an icon that does not fill its square, in pixels of the drawn icon. */
const MARGIN = 16;

/** First bytes of the formats that are decoded. SVG is excluded, because it can contain scripts. */
const SIGNATURES = ["89504e470d0a1a0a", "ffd8ff", "47494638", "52494646"].map((hex) =>
  Buffer.from(hex, "hex"),
);
const ICO_SIGNATURE = Buffer.from([0, 0, 1, 0]);
const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/**
 * Draws another site's icon as a square of {@link FAVICON_SIZE} pixels on white, in WebP. The served icon is always redrawn, so bytes of
 * other sites never reach a browser.
 * @param source PNG, JPEG, GIF or WebP, or an ICO file that contains a PNG.
 * @returns null for anything else, and for icons below 32 pixels.
 */
export async function drawFavicon(source: Buffer): Promise<Buffer | null> {
  const image = source.subarray(0, 4).equals(ICO_SIGNATURE) ? largestPng(source) : source;
  if (!image || !SIGNATURES.some((signature) => startsWith(image, signature))) return null;
  try {
    const icon = sharp(image, { limitInputPixels: MAX_PIXELS }).timeout({ seconds: TIMEOUT_SECONDS });
    const { width, height } = await icon.metadata();
    if (Math.min(width, height) < SMALLEST) return null;
    const { isOpaque } = await icon.stats();
    const margin = isOpaque ? 0 : MARGIN;
    const side = FAVICON_SIZE - 2 * margin;
    return await icon
      .resize(side, side, { fit: "contain", background: BACKGROUND })
      .flatten({ background: BACKGROUND })
      .extend({ top: margin, right: margin, bottom: margin, left: margin, background: BACKGROUND })
      .webp({ quality: 90 })
      .toBuffer();
  } catch {
    return null;
  }
}

/** The widest PNG in an ICO file; null if it has none. https://en.wikipedia.org/wiki/ICO_(file_format) */
function largestPng(ico: Buffer): Buffer | null {
  if (ico.byteLength < ICO_HEADER_BYTES) return null;
  const count = ico.readUInt16LE(4);
  const entries = Array.from({ length: count }, (_, index) => ICO_HEADER_BYTES + index * ICO_ENTRY_BYTES)
    .filter((at) => at + ICO_ENTRY_BYTES <= ico.byteLength)
    .map((at) => ({
      // One byte, in which 0 means 256.
      width: ico.readUInt8(at) || 256,
      image: ico.subarray(ico.readUInt32LE(at + 12), ico.readUInt32LE(at + 12) + ico.readUInt32LE(at + 8)),
    }))
    .filter(({ image }) => SIGNATURES[0] && startsWith(image, SIGNATURES[0]))
    .sort((one, other) => other.width - one.width);
  return entries[0]?.image ?? null;
}

function startsWith(bytes: Buffer, signature: Buffer): boolean {
  return bytes.subarray(0, signature.byteLength).equals(signature);
}
