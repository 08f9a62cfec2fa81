import { type ImageRequest, imageWidths } from "@marquee/contract";
import sharp from "sharp";
import { ImageError } from "./imageError.ts";

/** An original of more pixels is refused: unpacked it would take hundreds of megabytes. */
const MAX_PIXELS = 50_000_000;
/** Slower settings of the encoders win few bytes and cost seconds. */
const EFFORT = { avif: 3, webp: 4, jpeg: undefined, png: undefined } as const;

/**
 * One rendition of an image; metadata (places, cameras) is left out, what the camera held sideways is turned.
 * @param source the original's bytes.
 * @throws {ImageError} when that is no image, or its width is not one of `imageWidths` of the original.
 */
export async function renderImage(source: Buffer, request: Omit<ImageRequest, "source">): Promise<Buffer> {
  const { width, quality, format } = request;
  try {
    const image = sharp(source, { limitInputPixels: MAX_PIXELS, failOn: "error" }).autoOrient();
    const { autoOrient } = await image.metadata();
    if (!imageWidths(autoOrient.width).includes(width)) throw unknownWidth(autoOrient.width);
    const effort = EFFORT[format];
    return await image
      .resize({ width })
      .toFormat(format, { quality, ...(effort && { effort }), mozjpeg: true })
      .toBuffer();
  } catch (error) {
    if (error instanceof ImageError) throw error;
    throw new ImageError(
      "bad_source",
      `This is no image (${error instanceof Error ? error.message : error}).`,
    );
  }
}

function unknownWidth(original: number): ImageError {
  return new ImageError("bad_request", `width must be one of ${imageWidths(original).join(", ")}.`);
}
