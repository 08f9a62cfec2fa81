import { Deflate } from "fflate";
import { adler32, concatBytes, EMPTY_ADLER32 } from "./zlib.ts";

/** Specification, section 9. */
const LEVEL = 6;
const CHUNK_BYTES = 16_384;

/** Packs bytes as they come. What it has given out so far can be unpacked at any time. */
export interface DeflateStream {
  write(bytes: Uint8Array): void;
  /** @returns what all that was written since the last flush is packed to, ending at a whole byte; raw, without zlib's frame. */
  flush(): Uint8Array<ArrayBuffer>;
  /** Of all that was written: its Adler-32, and its length in bytes. */
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
 * An empty stored block, which ends at a whole byte (RFC 1951, section 3.2.4). fflate's own, `flush(true)`, writes it at the wrong place
 * (0.8.3), so its state of the last byte is read here: the number of bits that are taken, and above those three bits the byte.
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
