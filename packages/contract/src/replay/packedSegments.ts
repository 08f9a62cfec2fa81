/** Maximum number of segments in one request. */
export const MAX_SEGMENTS_PER_REQUEST = 16;

/** Size of the length prefix in bytes. */
const HEAD = 4;

/** Encodes several segments as one response body: each is preceded by its length as a big-endian 32-bit integer. Missing segments have length 0. */
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

/** Decodes the result of {@link encodeSegments}, in the same order, with null for missing segments. @throws {RangeError} if the data is truncated. */
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
