/** zlib header: deflate with a 32 KiB window and the default compression level (RFC 1950, section 2.2). */
const HEADER = new Uint8Array([0x78, 0x9c]);

/** Maximum data bytes of a stored block, and below, the length of its header (RFC 1951, section 3.2.4). */
const STORED_BYTES = 0xffff;

const STORED_HEADER_BYTES = 5;
const MODULUS = 65_521;
/** Maximum number of bytes to sum before a 32-bit sum can overflow (RFC 1950, section 8.2; zlib's NMAX). */
const STRETCH = 5552;

/** Adler-32 of no bytes. */
export const EMPTY_ADLER32 = 1;

/** Adler-32, the checksum of zlib streams. @param sum of the preceding bytes, initially {@link EMPTY_ADLER32} @returns an unsigned 32-bit integer */
export function adler32(sum: number, bytes: Uint8Array): number {
  let low = sum & 0xffff;
  let high = sum >>> 16;
  for (let from = 0; from < bytes.length; from += STRETCH) {
    for (const byte of bytes.subarray(from, from + STRETCH)) {
      low += byte;
      high += low;
    }
    low %= MODULUS;
    high %= MODULUS;
  }
  return toChecksum(low, high);
}

/** Adler-32 of two consecutive parts, from the checksum of each. @param length of the second part, in bytes */
export function combineAdler32(first: number, second: number, length: number): number {
  const firstLow = first & 0xffff;
  const low = firstLow + (second & 0xffff) + MODULUS - 1;
  const high = (first >>> 16) + (second >>> 16) + (length % MODULUS) * (firstLow + MODULUS - 1);
  return toChecksum(low % MODULUS, high % MODULUS);
}

function toChecksum(low: number, high: number): number {
  return ((high << 16) | low) >>> 0;
}

/** Wraps bytes uncompressed in stored blocks, which can follow flushed deflate output. Needs no worker. */
export function storedBlock(bytes: Uint8Array, { isLast }: { isLast: boolean }): Uint8Array<ArrayBuffer> {
  const blocks: Uint8Array[] = [];
  for (let from = 0; from < bytes.length; from += STORED_BYTES) {
    const part = bytes.subarray(from, from + STORED_BYTES);
    const isFinal = isLast && from + STORED_BYTES >= bytes.length;
    blocks.push(storedHeader(part.length, isFinal), part);
  }
  return concatBytes(blocks);
}

/** Builds a complete zlib stream. @param packed parts of a raw deflate stream, the last of which ends it @param checksum Adler-32 of the data */
export function zlibFrame(packed: readonly Uint8Array[], checksum: number): Uint8Array<ArrayBuffer> {
  const trailer = new Uint8Array(4);
  new DataView(trailer.buffer).setUint32(0, checksum);
  return concatBytes([HEADER, ...packed, trailer]);
}

function storedHeader(length: number, isFinal: boolean): Uint8Array {
  const header = new Uint8Array(STORED_HEADER_BYTES);
  const view = new DataView(header.buffer);
  view.setUint8(0, isFinal ? 1 : 0);
  view.setUint16(1, length, true);
  view.setUint16(3, ~length, true);
  return header;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
