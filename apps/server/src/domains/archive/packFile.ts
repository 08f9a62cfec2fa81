import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { ArchivedFile } from "./archive.types.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Brotli quality, 0 to 11. The highest levels take many times as long and save little. */
const QUALITY = 6;

/** A file's content as stored: brotli-compressed for text media types, else unchanged. */
export function packFile({ mediaType, body }: ArchivedFile): Promise<Buffer> | Buffer {
  return isText(mediaType) ? compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }) : body;
}

/** Inverse of {@link packFile}. */
export async function unpackFile(packed: { mediaType: string; body: Uint8Array }): Promise<ArchivedFile> {
  const body = Buffer.from(packed.body);
  return { mediaType: packed.mediaType, body: isText(packed.mediaType) ? await decompress(body) : body };
}

/** Fonts and images are already compressed, except SVG, which is text. */
function isText(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:json|javascript)|image\/svg)/.test(mediaType);
}
