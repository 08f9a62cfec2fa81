import type { ImageRequest } from "@marquee/contract";
import sharp from "sharp";
import { ImageError } from "../errors/imageError.ts";

/** An original of more pixels is refused: unpacked it would take hundreds of megabytes. */
const MAX_PIXELS = 50_000_000;
/** A rendering that takes longer is given up: others wait for it. */
const TIMEOUT_SECONDS = 30;
/** Slower settings of the encoders win few bytes and cost seconds. */
const EFFORT = { avif: 3, webp: 4, jpeg: undefined, png: undefined } as const;

/**
 * One rendition of an image; metadata (places, cameras) is left out, what the camera held sideways is turned.
 * @param source the original's bytes.
 * @throws {ImageError} when it cannot be rendered.
 */
export async function renderImage(source: Buffer, request: Omit<ImageRequest, "source">): Promise<Buffer> {
  const { width, quality, format } = request;
  try {
    const effort = EFFORT[format];
    return await sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .autoOrient()
      .resize({ width })
      .toFormat(format, { quality, ...(effort && { effort }), mozjpeg: true })
      .toBuffer();
  } catch (error) {
    throw new ImageError(
      "bad_source",
      `The image could not be rendered (${error instanceof Error ? error.message : error}).`,
    );
  }
}
