import { pipeline, Readable } from "node:stream";
import { createGunzip, createInflate } from "node:zlib";
import { RejectedRequest } from "../rejectedRequest.ts";
import { tooLarge } from "./refuseSegment.ts";

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
]);
const CHUNK_BYTES = 64 * 1024;
/** JSON of recordings packs to a tenth or a thirtieth; zlib's most is a thousandth, which only a bomb comes near. */
const MAX_RATIO = 200;
/** What may come out of the smallest body. */
const FREE_BYTES = 1024 ** 2;

/**
 * Undoes a body's encoding piece by piece: a small bomb unpacks to more than memory holds.
 * @param encoding a name as in `Content-Encoding`; empty for a body as it is.
 * @throws {RefusedRequest} when it is not what it says, more than `maxBytes` come out, or far more than went in.
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
}

function badEncoding(statusCode: 400 | 415, message: string, { byteLength }: Buffer): RejectedRequest {
  return new RejectedRequest({ statusCode, reason: "bad_encoding", message, bytes: byteLength });
}
