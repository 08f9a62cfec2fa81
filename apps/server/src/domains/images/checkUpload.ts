import type { ImageFile, OriginalFormat } from "@marquee/contract";
import { MAX_UPLOAD_BYTES } from "@marquee/contract/schema";
import sharp from "sharp";
import { ApiError } from "../../platform/errors/apiError.ts";
import { describeImage } from "../content/imageFiles.ts";
import { MAX_PIXELS } from "./imageStore.ts";

const TIMEOUT_SECONDS = 30;
/** Longest list of compatible brands that a file's first box can have. */
const MAX_BRANDS_BYTES = 256;

/**
 * Checks an uploaded file by its bytes, ignoring its name and type. SVG is rejected: it is a document, which may run scripts and load files.
 * @throws {ApiError} bad_request if it is not a complete PNG, JPEG, WebP, AVIF or GIF of a size that the server can handle.
 */
export async function checkUpload(body: Buffer): Promise<ImageFile> {
  if (body.byteLength > MAX_UPLOAD_BYTES)
    throw refused(
      `The file is larger than ${MAX_UPLOAD_BYTES / 1024 ** 2} MB. Reduce it, for example to 3200 pixels in width.`,
    );
  const format = formatOf(body);
  if (!format) throw refused("This is not a PNG, JPEG, WebP, AVIF or GIF image. Save it as one of these.");
  try {
    // Reads only the header, before anything is decoded.
    const metadata = await sharp(body, { limitInputPixels: false }).metadata();
    const file = describeImage(body, metadata);
    if (file.format !== format)
      throw refused("The file's content doesn't match its format. Save the image again.");
    if (file.width * file.height > MAX_PIXELS)
      throw refused(
        `The image has ${file.width} × ${file.height} pixels, more than ${MAX_PIXELS / 1_000_000} million. Reduce it.`,
      );
    await sharp(body, { limitInputPixels: MAX_PIXELS, failOn: "error" })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .resize({ width: 32 })
      .toBuffer();
    return file;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw refused("The file is damaged, or not an image. Save it again, then upload the new file.");
  }
}

/** The format by the first bytes. Only these formats are passed on, so that no other decoder of the library is used. */
function formatOf(body: Buffer): OriginalFormat | null {
  const text = body.toString("latin1", 0, 12);
  if (text.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (text.startsWith("\xff\xd8\xff")) return "jpeg";
  if (text.startsWith("GIF87a") || text.startsWith("GIF89a")) return "gif";
  if (text.startsWith("RIFF") && text.endsWith("WEBP")) return "webp";
  if (text.slice(4, 8) !== "ftyp") return null;
  const brands = body.toString("latin1", 8, Math.min(body.readUInt32BE(0), MAX_BRANDS_BYTES));
  return /^(?:.{4}){0,62}avi[fs]/s.test(brands) ? "avif" : null;
}

function refused(message: string): ApiError {
  return new ApiError("bad_request", message);
}
