import type { SegmentBody } from "@marquee/contract";
import { adler32, combineAdler32, EMPTY_ADLER32 } from "./adler32.ts";
import type { StoredSegment } from "./storedSegment.types.ts";
import { frameZlib, storeBytes } from "./zlibFrame.ts";

/**
 * A {@link SegmentBody} as a zlib stream. What it says of itself comes first, so that its receiver knows it before the events, and is
 * stored as it is, because it is complete only at the end.
 * @param chunks packed events, as {@link StoredSegment} describes them.
 */
export function segmentBody(
  { metadata, checksum, rawBytes }: StoredSegment,
  chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const empty: SegmentBody = { version: 1, segment: metadata, events: [] };
  const text = new TextEncoder().encode(JSON.stringify(empty));
  const [head, tail] = [text.subarray(0, -2), text.subarray(-2)];
  const sum = combineAdler32(adler32(EMPTY_ADLER32, head), checksum, rawBytes);
  const packed = [storeBytes(head, { isLast: false }), ...chunks, storeBytes(tail, { isLast: true })];
  return frameZlib(packed, adler32(sum, tail));
}
