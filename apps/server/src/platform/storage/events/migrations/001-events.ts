/**
 * One row per event. The sorting key contains only values that are the same in a resend, so that the engine merges duplicates;
 * `events_unique` merges them at read time.
 */
export const EVENTS_TABLE = `
CREATE TABLE events (
  message_id String CODEC(ZSTD(1)),
  type LowCardinality(String),
  event LowCardinality(String),
  name String,
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  original_timestamp DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  anonymous_id String,
  user_id String,
  visitor_id String,
  group_id String,
  url String,
  host LowCardinality(String),
  path String,
  title String,
  referrer String,
  referrer_host LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  source LowCardinality(String),
  locale LowCardinality(String),
  timezone LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  device LowCardinality(String),
  bot LowCardinality(String),
  library LowCardinality(String),
  library_version LowCardinality(String),
  properties String CODEC(ZSTD(3)),
  traits String CODEC(ZSTD(3)),
  context String CODEC(ZSTD(3)),
  write_key LowCardinality(String),
  demo UInt8,
  INDEX by_timestamp timestamp TYPE minmax GRANULARITY 1,
  INDEX by_received received_at TYPE minmax GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(original_timestamp)
ORDER BY (type, toDate(original_timestamp), message_id)
SETTINGS non_replicated_deduplication_window = 1000
`;

export const EVENTS_VIEW = `CREATE VIEW events_unique AS SELECT * FROM events FINAL`;
