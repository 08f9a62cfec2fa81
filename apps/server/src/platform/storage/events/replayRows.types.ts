/** A row of `replay_segments`. Times are milliseconds since the epoch, by the server's clock; missing strings are empty. */
export interface SegmentRow {
  message_id: string;
  protocol: string;
  session_id: number;
  visitor_id: string;
  recording_id: string;
  segment_index: number;
  first_event: number;
  event_count: number;
  started: number;
  ended: number;
  /** Correction added to the visitor's times, which are in the data. */
  clock_correction: number;
  received_at: number;
  has_full_snapshot: 0 | 1;
  reason: string;
  url: string;
  path: string;
  page_version: string;
  viewport_width: number;
  viewport_height: number;
  user_agent: string;
  browser: string;
  os: string;
  device: string;
  country: string;
  privacy_level: string;
  admission: string;
  /** ID of the recording rule that matched. */
  rule: string;
  raw_bytes: number;
  /** JSON, zlib-compressed, in base64: a recorder's body `{ events }`, or a list of events. */
  data: string;
}

/** A row of `interactions`: clicks on one position, or how far a page was scrolled. */
export interface InteractionRow {
  message_id: string;
  type: "click" | "scroll";
  session_id: number;
  visitor_id: string;
  timestamp: number;
  received_at: number;
  url: string;
  path: string;
  page_version: string;
  section_id: string;
  selector: string;
  clicks: number;
  frustration: string;
  x: number;
  y: number;
  element_x: number;
  element_y: number;
  max_scroll_x: number;
  max_scroll_y: number;
  max_scroll_width: number;
  max_scroll_height: number;
  page_width: number;
  page_height: number;
  viewport_width: number;
  viewport_height: number;
  device: string;
  country: string;
}

/** A row of `monitoring_events`: an event from Datadog's browser client, complete in `raw`, with columns for what screens query. */
export interface RumRow {
  message_id: string;
  track: string;
  type: string;
  timestamp: number;
  received_at: number;
  application_id: string;
  session_id: string;
  view_id: string;
  visitor_id: string;
  url: string;
  path: string;
  service: string;
  version: string;
  name: string;
  /** Milliseconds. */
  duration: number;
  error_message: string;
  error_stack: string;
  frustration: string;
  browser: string;
  os: string;
  device: string;
  country: string;
  /** The Marquee session that the event refers to; 0 for none. */
  linked_session: number;
  raw: string;
}
