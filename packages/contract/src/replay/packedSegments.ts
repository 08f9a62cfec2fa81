/** As many segments as are asked for at once. */
export const MAX_SEGMENTS_PER_REQUEST = 16;

/** Bytes of the number that says how many follow. */
const HEAD = 4;

/** Several segments as one answer: each with its length before it, as a big-endian number of 32 bits. What is not there has no length. */
export function encodeSegments(segments: readonly (Uint8Array | null)[]): Uint8Array {
  const size = segments.reduce((sum, segment) => sum + HEAD + (segment?.length ?? 0), 0);
  const packed = new Uint8Array(size);
  const view = new DataView(packed.buffer);
  let at = 0;
  for (const segment of segments) {
    view.setUint32(at, segment?.length ?? 0);
    if (segment) packed.set(segment, at + HEAD);
    at += HEAD + (segment?.length ?? 0);
  }
  return packed;
}

/** What {@link encodeSegments} packed, in the same order. @throws {RangeError} where it was cut off. */
export function decodeSegments(packed: ArrayBuffer): (Uint8Array<ArrayBuffer> | null)[] {
  const view = new DataView(packed);
  const segments: (Uint8Array<ArrayBuffer> | null)[] = [];
  for (let at = 0; at < packed.byteLength; ) {
    const length = view.getUint32(at);
    segments.push(length > 0 ? new Uint8Array(packed, at + HEAD, length) : null);
    at += HEAD + length;
  }
  return segments;
}
