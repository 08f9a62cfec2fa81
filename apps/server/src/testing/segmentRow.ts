import { deflateSync } from "node:zlib";

/** A row of `replay_segments`: 30 seconds of Chrome on a desktop, with overrides for a test. */
export function segmentRow(
  overrides: { session_id: number; visitor_id: string; segment_index?: number; started: number } & Record<
    string,
    string | number
  >,
  events: readonly unknown[] = [],
): Record<string, string | number> {
  const { visitor_id, segment_index = 0, started } = overrides;
  const recording = String(overrides.recording_id ?? `of-${visitor_id}`);
  const json = JSON.stringify(events);
  return {
    message_id: `${recording}.${segment_index}`,
    protocol: "marquee",
    recording_id: recording,
    segment_index,
    first_event: 0,
    event_count: events.length,
    ended: started + 30_000,
    clock_correction: 0,
    received_at: started + 31_000,
    has_full_snapshot: segment_index === 0 ? 1 : 0,
    reason: "init",
    url: "https://trellis.example/pricing",
    path: "/pricing",
    page_version: "",
    viewport_width: 1280,
    viewport_height: 800,
    user_agent: "",
    browser: "Chrome",
    os: "macOS",
    device: "desktop",
    country: "",
    privacy_level: "mask-user-input",
    admission: "sample",
    rule: "",
    raw_bytes: json.length,
    data: deflateSync(json).toString("base64"),
    ...overrides,
  };
}
