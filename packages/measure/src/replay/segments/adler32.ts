const MODULUS = 65_521;
/** As many bytes as may be summed up before a 32-bit sum could overflow (RFC 1950, section 8.2; zlib's NMAX). */
const STRETCH = 5552;

/** Of no bytes. */
export const EMPTY_ADLER32 = 1;

/** The checksum of zlib streams. @param sum of the bytes before, {@link EMPTY_ADLER32} at first. @returns unsigned, 32 bits. */
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

/** Checksum of two stretches after each other. @param length of the second, in bytes. */
export function combineAdler32(first: number, second: number, length: number): number {
  const firstLow = first & 0xffff;
  const low = firstLow + (second & 0xffff) + MODULUS - 1;
  const high = (first >>> 16) + (second >>> 16) + (length % MODULUS) * (firstLow + MODULUS - 1);
  return toChecksum(low % MODULUS, high % MODULUS);
}

function toChecksum(low: number, high: number): number {
  return ((high << 16) | low) >>> 0;
}
