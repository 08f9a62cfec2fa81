import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

/** A response body in each supported encoding. */
export type EncodedBody = Record<Encoding, Buffer>;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a body with Brotli and gzip at quality 9, because it is compressed once and served from memory many times. */
export async function compressBody(identity: Buffer): Promise<EncodedBody> {
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    compressGzip(identity, { level: 9 }),
  ]);
  return { br, gzip: gz, identity };
}

/**
 * The best encoding that an `Accept-Encoding` header allows; `q=0` rules an encoding out.
 * @param header as received; without it, only identity is safe.
 * @param body has a key for each available encoding; Brotli and gzip by default.
 */
export function chooseEncoding(
  header: string | undefined,
  body: Partial<Record<Encoding, unknown>> = { br: true, gzip: true },
): Encoding {
  if (!header) return "identity";
  for (const encoding of ["br", "gzip"] as const)
    if (body[encoding] && acceptsEncoding(header, encoding)) return encoding;
  return "identity";
}

function acceptsEncoding(header: string, encoding: string): boolean {
  for (const part of header.split(",")) {
    const [name, quality] = part.split(";");
    if (name?.trim().toLowerCase() === encoding) return !/^\s*q\s*=\s*0(\.0{0,3})?\s*$/.test(quality ?? "");
  }
  return false;
}
