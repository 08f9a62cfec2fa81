import { beginSegment, type Segment } from "../replay/segments/segment.ts";

/** A finished segment with `bytes` compressed bytes. */
export function finishedSegment(recordingId: string, index: number, bytes = 10): Segment {
  const segment = beginSegment({
    deviceId: "device",
    sessionId: 1,
    recordingId,
    index,
    firstEvent: index,
    start: 1000 + index,
    reason: "init",
    context: {
      pageUrl: "https://example.test/",
      pageVersion: "",
      viewportWidth: 800,
      viewportHeight: 600,
      userAgent: "agent",
      privacyLevel: "mask-user-input",
      admission: "sample",
    },
  });
  segment.chunks.push(new Uint8Array(bytes));
  Object.assign(segment.stored, { bytes, isFinished: true });
  return segment;
}
