import { pipeline, Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import pLimit from "p-limit";
import { RejectedRequest } from "../rejectedRequest.ts";
import { tooLarge } from "./refuseSegment.ts";

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
]);
const CHUNK_BYTES = 64 * 1024;
/** JSON of recordings compresses by a factor of 10 to 30. zlib's maximum is about 1,000, which only decompression bombs approach. */
const MAX_RATIO = 200;
/** Decompressed bytes that are allowed in addition to the ratio, so that even the smallest body may have them. */
const FREE_BYTES = 1024 ** 2;

/** Limits how many segments are read at the same time. Reading is chunked, but a single chunk may need much memory. */
export const decodeInOrder = pLimit(2);

/**
 * Decompresses a body chunk by chunk, because a small decompression bomb can exceed the available memory.
 * @param encoding a name as in `Content-Encoding`; empty for an uncompressed body.
 * @throws {RejectedRequest} 415 for an unknown encoding, 400 if the body is not in that encoding, 413 if the result exceeds `maxBytes` or
 * {@link MAX_RATIO} times the body plus {@link FREE_BYTES}.
 */
export async function* inflateBody(
  body: Buffer,
  encoding: string,
  maxBytes: number,
): AsyncGenerator<Buffer, void> {
  let size = 0;
  for await (const chunk of decode(body, encoding)) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(`The decompressed body exceeds ${maxBytes} bytes.`);
    if (size > MAX_RATIO * body.byteLength + FREE_BYTES)
      throw tooLarge(`The body decompresses to more than ${MAX_RATIO} times its size.`);
    yield chunk;
  }
}

async function* decode(body: Buffer, encoding: string): AsyncGenerator<Buffer, void> {
  const name = encoding.trim().toLowerCase();
  if (!name || name === "identity") {
    for (let from = 0; from < body.byteLength; from += CHUNK_BYTES)
      yield body.subarray(from, from + CHUNK_BYTES);
    return;
  }
  const create = DECODERS.get(name);
  if (!create) throw badEncoding(415, "Unknown encoding. Use gzip or deflate.", body);
  const decoder = create({ chunkSize: CHUNK_BYTES });
  // If the consumer stops reading, the decoder ends too.
  pipeline(Readable.from([body]), decoder, () => undefined);
  try {
    yield* decoder;
  } catch {
    throw badEncoding(400, `The body is not valid ${name}.`, body);
  }
  // A browser would fail to decompress the stored body.
  if (decoder.bytesWritten < body.byteLength)
    throw badEncoding(400, `The body has data after the end of its ${name} stream.`, body);
}

function badEncoding(statusCode: 400 | 415, message: string, { byteLength }: Buffer): RejectedRequest {
  return new RejectedRequest({ statusCode, reason: "bad_encoding", message, bytes: byteLength });
}
