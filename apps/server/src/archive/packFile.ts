import { promisify } from "node:util";
import { brotliCompress, brotliDecompress, constants } from "node:zlib";
import type { ArchivedFile } from "./archive.types.ts";

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** Of 0 to 11: the last steps take many times as long and save little. */
const QUALITY = 6;

/** A file's content as it is kept: a brotli stream where it is a text, else as it is. */
export function packFile({ mediaType, body }: ArchivedFile): Promise<Buffer> | Buffer {
  return isText(mediaType) ? compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }) : body;
}

/** The way back from {@link packFile}. */
export async function unpackFile(kept: { mediaType: string; body: Uint8Array }): Promise<ArchivedFile> {
  const body = Buffer.from(kept.body);
  return { mediaType: kept.mediaType, body: isText(kept.mediaType) ? await decompress(body) : body };
}

/** Fonts and pictures are compressed in themselves; SVG is a text. */
function isText(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:json|javascript)|image\/svg)/.test(mediaType);
}
