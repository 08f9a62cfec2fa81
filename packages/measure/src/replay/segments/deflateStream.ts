import { Deflate } from "fflate";
import { adler32, concatBytes, EMPTY_ADLER32 } from "./zlib.ts";

/** Compression level and chunk size in bytes (specification, section 9). */
const LEVEL = 6;
const CHUNK_BYTES = 16_384;

/** A streaming compressor. Its output so far can be decompressed at any time. */
export interface DeflateStream {
  write(bytes: Uint8Array): void;
  /** Compresses everything written since the last flush. @returns raw deflate data without zlib framing, aligned to a byte */
  flush(): Uint8Array<ArrayBuffer>;
  /** Adler-32 and length in bytes of everything written so far. */
  total(): { checksum: number; rawBytes: number };
}

export function createDeflateStream(): DeflateStream {
  let packed: Uint8Array[] = [];
  let checksum = EMPTY_ADLER32;
  let rawBytes = 0;
  const deflate = new Deflate({ level: LEVEL }, (bytes) => packed.push(bytes));
  return {
    write(bytes) {
      checksum = adler32(checksum, bytes);
      rawBytes += bytes.length;
      for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
        deflate.push(bytes.subarray(from, from + CHUNK_BYTES));
    },
    flush() {
      deflate.flush();
      const flushed = concatBytes([...packed, takeAlignment(deflate)]);
      packed = [];
      return flushed;
    },
    total: () => ({ checksum, rawBytes }),
  };
}

/**
 * An empty stored block, which aligns the stream to a byte (RFC 1951, section 3.2.4). fflate's `flush(true)` writes it at the wrong position
 * (0.8.3), so this reads fflate's state of the last byte: the low three bits are the number of used bits, the bits above them the byte.
 */
function takeAlignment(deflate: Deflate): Uint8Array {
  const { s: state } = deflate as unknown as { s: { r?: number } };
  const rest = state.r ?? 0;
  state.r = 0;
  const headerBits = (rest & 7) + 3;
  const block = new Uint8Array(Math.ceil(headerBits / 8) + 4);
  block[0] = rest >> 3;
  block.set([0xff, 0xff], block.length - 2);
  return block;
}
