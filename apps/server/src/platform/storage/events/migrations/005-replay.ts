/**
 * Recording segments, each once. `data` is the segment's list of rrweb events as JSON, zlib-compressed, in base64. Segments from
 * Amplitude's and Datadog's clients are stored here too; columns they do not provide are empty. `release` is unused because the page
 * version determines it.
 */
export const REPLAY_SEGMENTS_TABLE = `
CREATE TABLE IF NOT EXISTS replay_segments (
  message_id String,
  protocol LowCardinality(String),
  session_id UInt64,
  visitor_id String,
  recording_id String,
  segment_index UInt32,
  first_event UInt32,
  event_count UInt32,
  started DateTime64(3, 'UTC'),
  ended DateTime64(3, 'UTC'),
  received_at DateTime64(3, 'UTC'),
  has_full_snapshot UInt8,
  reason LowCardinality(String),
  url String,
  path String,
  page_version LowCardinality(String),
  viewport_width UInt16,
  viewport_height UInt16,
  user_agent String,
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String),
  country LowCardinality(String),
  privacy_level LowCardinality(String),
  admission LowCardinality(String),
  release LowCardinality(String),
  raw_bytes UInt32,
  data String CODEC(NONE),
  INDEX by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (session_id, recording_id, segment_index, message_id)
SETTINGS non_replicated_deduplication_window = 1000
`;

/** Clicks and scroll depths. Scroll columns are 0 for a click, and click columns are 0 for a scroll. */
export const INTERACTIONS_TABLE = `
CREATE TABLE IF NOT EXISTS interactions (
  message_id String,
  type LowCardinality(String),
  session_id UInt64,
  visitor_id String,
  timestamp DateTime64(3, 'UTC'),
  received_at DateTime64(3, 'UTC'),
  url String,
  path String,
  page_version LowCardinality(String),
  section_id LowCardinality(String),
  selector String,
  clicks UInt32,
  frustration LowCardinality(String),
  x Float32,
  y Float32,
  element_x Float32,
  element_y Float32,
  max_scroll_x Float32,
  max_scroll_y Float32,
  max_scroll_width Float32,
  max_scroll_height Float32,
  page_width UInt32,
  page_height UInt32,
  viewport_width UInt16,
  viewport_height UInt16,
  device LowCardinality(String),
  country LowCardinality(String),
  INDEX by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (path, toDate(timestamp), session_id, message_id)
SETTINGS non_replicated_deduplication_window = 1000
`;

/** Events from Datadog's browser client: complete in `raw`, with columns for what screens query. */
export const RUM_EVENTS_TABLE = `
CREATE TABLE IF NOT EXISTS monitoring_events (
  message_id String,
  track LowCardinality(String),
  type LowCardinality(String),
  timestamp DateTime64(3, 'UTC'),
  received_at DateTime64(3, 'UTC'),
  application_id LowCardinality(String),
  session_id String,
  view_id String,
  visitor_id String,
  url String,
  path String,
  service LowCardinality(String),
  version LowCardinality(String),
  name String,
  duration Float64,
  error_message String,
  error_stack String,
  frustration LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String),
  country LowCardinality(String),
  raw String CODEC(ZSTD(3)),
  INDEX by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (type, toDate(timestamp), session_id, message_id)
SETTINGS non_replicated_deduplication_window = 1000
`;
