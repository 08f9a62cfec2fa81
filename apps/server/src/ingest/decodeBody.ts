import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";
import pLimit from "p-limit";
import { RejectedRequest } from "./rejectedRequest.ts";

type Decoder = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECODERS = new Map<string, Decoder>([
  ["gzip", promisify(gunzip)],
  ["x-gzip", promisify(gunzip)],
  ["deflate", promisify(inflate)],
  ["br", promisify(brotliDecompress)],
]);

/** Limits concurrency, because a body's size counts toward the memory budget only after decompression. */
const unpacking = pLimit(2);

/**
 * Decodes a request's `Content-Encoding`.
 * @param maxBytes maximum decompressed size, because a small decompression bomb can exceed the available memory.
 * @throws {RejectedRequest} 415 for an unknown encoding, 400 if the body is not in that encoding, 413 above `maxBytes`.
 */
export async function decodeBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const name = encoding?.trim().toLowerCase();
  if (!name || name === "identity") return body;
  const decode = DECODERS.get(name);
  const refuse = (statusCode: 400 | 413 | 415, message: string) =>
    new RejectedRequest({
      statusCode,
      reason: statusCode === 413 ? "body_too_large" : "bad_encoding",
      message,
      bytes: body.byteLength,
    });
  if (!decode) throw refuse(415, "Unknown Content-Encoding. Use gzip, deflate or br.");
  try {
    return await unpacking(() => decode(body, { maxOutputLength: maxBytes }));
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) throw refuse(413, `The decompressed body exceeds ${maxBytes} bytes.`);
    throw refuse(400, `The body is not valid ${name}.`);
  }
}
