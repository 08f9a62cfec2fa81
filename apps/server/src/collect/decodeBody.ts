import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate } from "node:zlib";

const DECODERS: Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** A body that cannot be read; the status is the answer's. */
export class BodyError extends Error {
  override name = "BodyError";
  readonly statusCode: 400 | 413 | 415;

  constructor(statusCode: BodyError["statusCode"], message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

/**
 * Undoes a request's `Content-Encoding`.
 * @param maxBytes most bytes that may come out; a small bomb unpacks to more than memory holds.
 * @throws {BodyError}
 */
export async function decodeBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  if (!encoding || encoding === "identity") return body;
  const decode = DECODERS[encoding];
  if (!decode)
    throw new BodyError(415, `Content-Encoding ${encoding} is not known; use gzip, deflate or br.`);
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const isTooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    if (isTooLarge) throw new BodyError(413, `The body unpacks to more than ${maxBytes} bytes.`);
    throw new BodyError(400, `The body is not valid ${encoding}.`);
  }
}
