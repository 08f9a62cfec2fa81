import { type Segments, startSegments } from "../../../packages/measure/src/replay/segments/startSegments.ts";

/** A recording in the page whose events are numbers, controlled by tests. */
interface SegmentsPage {
  recordingId: string;
  segments: Segments;
  /** Adds events with the next numbers. */
  add(count: number, filling?: string): void;
}

declare global {
  interface Window {
    recording: SegmentsPage;
    failures: string[];
  }
}

let next = 0;
const recordingId = crypto.randomUUID();
window.failures = [];
const segments = startSegments({
  endpoint: "",
  writeKey: "a key of many characters",
  deviceId: "device",
  sessionId: () => 1_700_000_000_000,
  recordingId,
  context: () => ({
    pageUrl: location.href,
    pageVersion: "",
    viewportWidth: innerWidth,
    viewportHeight: innerHeight,
    userAgent: navigator.userAgent,
    privacyLevel: "mask-user-input",
    admission: "sample",
  }),
  onLong: () => {},
  onFailed: (why) => window.failures.push(String(why)),
  now: Date.now,
});
window.recording = {
  recordingId,
  segments,
  add(count, filling = "") {
    for (let added = 0; added < count; added += 1) {
      const event = { type: 3, timestamp: Date.now(), data: { number: next, filling } };
      segments.add(event);
      next += 1;
    }
  },
};
