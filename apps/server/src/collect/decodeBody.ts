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

/** What comes out is counted only when it is out, so few are unpacked at once. */
const unpacking = pLimit(2);

/**
 * Undoes a request's `Content-Encoding`.
 * @param maxBytes most bytes that may come out; a small bomb unpacks to more than memory holds.
 * @throws {RefusedRequest}
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
