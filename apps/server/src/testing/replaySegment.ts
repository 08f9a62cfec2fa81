import type { SegmentBody, SegmentMetadata } from "@marquee/contract";

export const SEGMENT_START = Date.UTC(2026, 5, 1, 12);

export const USER_AGENT =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";

interface ReplayEvent {
  type: number;
  data: object;
  timestamp: number;
}

/** Events in rrweb's format: the page's URL, a full snapshot and `more` mutations. */
export function replayEvents(more = 1, start = SEGMENT_START): ReplayEvent[] {
  const href = "https://trellis.example/pricing";
  return [
    { type: 4, data: { href, width: 1280, height: 720 }, timestamp: start },
    { type: 2, data: { node: { type: 0, childNodes: [], id: 1 } }, timestamp: start + 1 },
    ...Array.from({ length: more }, (_, index) => ({
      type: 3,
      data: { source: 0, texts: [{ id: 1, value: `"[{,${index}\\ 🌱` }] },
      timestamp: start + 2 + index,
    })),
  ];
}

/** A segment in our format, with overrides for a test. */
export function replaySegment(
  overrides: Partial<SegmentMetadata> = {},
  events = replayEvents(),
): SegmentBody {
  const { recordingId = "recording-1", index = 0 } = overrides;
  const segment: SegmentMetadata = {
    id: `${recordingId}.${index}`,
    recordingId,
    index,
    firstEvent: 0,
    start: events[0]?.timestamp ?? 0,
    end: events.at(-1)?.timestamp ?? 0,
    hasFullSnapshot: true,
    reason: "init",
    pageUrl: "https://trellis.example/pricing?plan=team",
    pageVersion: "v1",
    viewportWidth: 1280,
    viewportHeight: 720,
    userAgent: USER_AGENT,
    privacyLevel: "mask-user-input",
    admission: "sample",
    ...overrides,
  };
  return { version: 1, segment, events };
}
