/** Bytes that come in pieces and are wanted whole. */
export interface Gathering {
  /** @throws what `tooMany` makes when there are more bytes than may be. */
  add(bytes: Buffer): void;
  size(): number;
  /** Gives all that there is, and begins anew. */
  take(): Buffer;
}

/** @param tooMany makes the error for more than `limit` bytes. */
export function gather(limit: number, tooMany: () => Error): Gathering {
  let pieces: Buffer[] = [];
  let size = 0;
  return {
    add(bytes) {
      size += bytes.byteLength;
      if (size > limit) throw tooMany();
      if (bytes.byteLength > 0) pieces.push(bytes);
    },
    size: () => size,
    take() {
      const whole = Buffer.concat(pieces, size);
      pieces = [];
      size = 0;
      return whole;
    },
  };
}
