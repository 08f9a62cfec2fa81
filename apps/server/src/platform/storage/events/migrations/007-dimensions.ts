/** What events are sorted by here; later, by day first (017). */
const BY_TYPE = "type, toDate(original_timestamp), message_id";

/**
 * The `events` table of 001 to 004, with every dimension that a query may use. Of several rows with one message ID, the first inserted one
 * counts, so a duplicate never changes what was already counted. `inserted_at` is the store's clock; rollups are reconciled by it.
 */
export const eventsTable = (name: string, sortedBy = BY_TYPE) => `
CREATE TABLE ${name} (
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
  session_id UInt64 CODEC(Delta, ZSTD(1)),
  group_id String,
  audience LowCardinality(String) DEFAULT 'visitor',
  site LowCardinality(String),
  url String,
  host LowCardinality(String),
  path String,
  page_version LowCardinality(String),
  title String,
  referrer String,
  referrer_host LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  source LowCardinality(String),
  visit_source LowCardinality(String),
  channel LowCardinality(String),
  first_source LowCardinality(String),
  first_medium LowCardinality(String),
  first_campaign LowCardinality(String),
  last_source LowCardinality(String),
  last_medium LowCardinality(String),
  last_campaign LowCardinality(String),
  last_content String,
  last_term String,
  variations Array(LowCardinality(String)),
  locale LowCardinality(String),
  language LowCardinality(String),
  timezone LowCardinality(String),
  country LowCardinality(String),
  browser LowCardinality(String),
  browser_version LowCardinality(String),
  os LowCardinality(String),
  os_version LowCardinality(String),
  device LowCardinality(String),
  screen_class LowCardinality(String),
  bot LowCardinality(String),
  library LowCardinality(String),
  library_version LowCardinality(String),
  properties String CODEC(ZSTD(3)),
  traits String CODEC(ZSTD(3)),
  context String CODEC(ZSTD(3)),
  write_key LowCardinality(String),
  demo UInt8,
  inserted_at DateTime64(3, 'UTC') DEFAULT now64(3) CODEC(Delta, ZSTD(1)),
  precedence UInt64 MATERIALIZED 18446744073709551615 - toUnixTimestamp64Milli(inserted_at) CODEC(Delta, ZSTD(1)),
  INDEX by_timestamp timestamp TYPE minmax GRANULARITY 1,
  INDEX by_received received_at TYPE minmax GRANULARITY 1,
  INDEX by_inserted inserted_at TYPE minmax GRANULARITY 1,
  INDEX by_message message_id TYPE bloom_filter(0.01) GRANULARITY 1,
  INDEX by_person (visitor_id, anonymous_id, user_id) TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(precedence)
PARTITION BY toYYYYMM(original_timestamp)
ORDER BY (${sortedBy})
SETTINGS non_replicated_deduplication_window = 1000
`;

/** Rows with one sorting key are in one partition, so partitions are merged one by one. */
export const UNIQUE_EVENTS_VIEW = `CREATE OR REPLACE VIEW events_unique AS
SELECT * FROM events FINAL SETTINGS do_not_merge_across_partitions_select_final = 1`;

/**
 * Page views without bots per quarter hour and dimension. In every time zone, hours and days start on a quarter hour. A quarter is counted as
 * a whole, in one insertion with one version, and only the rows of its latest version count; the dimension `all` has one for each
 * counted quarter. Rows of version 0 are from before 007, of quarters whose events had expired: `estimated_visitors` counts within one percent.
 */
export const pageViewsTable = (name: string) => `
CREATE TABLE ${name} (
  dimension LowCardinality(String),
  quarter DateTime('UTC') CODEC(Delta, ZSTD(1)),
  value String,
  audience LowCardinality(String),
  visitors AggregateFunction(uniqExact, String),
  estimated_visitors AggregateFunction(uniq, String),
  views UInt64,
  version UInt64
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(quarter)
ORDER BY (dimension, quarter, value, audience)
`;

/**
 * Sessions without bots, one row each, identified by visitor and start; the row with the latest version counts. The dimensions are those of the first
 * page view, or of the first event without one.
 */
export const sessionsTable = (name: string) => `
CREATE TABLE ${name} (
  session_id UInt64 CODEC(Delta, ZSTD(1)),
  visitor_id String,
  site LowCardinality(String),
  host LowCardinality(String),
  audience LowCardinality(String),
  started DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  ended DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  views UInt32,
  events UInt32,
  entry_page String,
  exit_page String,
  source LowCardinality(String),
  channel LowCardinality(String),
  utm_source LowCardinality(String),
  utm_medium LowCardinality(String),
  utm_campaign LowCardinality(String),
  utm_content String,
  utm_term String,
  referrer_host LowCardinality(String),
  country LowCardinality(String),
  language LowCardinality(String),
  device LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  screen_class LowCardinality(String),
  goals Array(LowCardinality(String)),
  demo UInt8,
  version UInt64,
  INDEX by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(session_id))
ORDER BY (session_id, visitor_id)
`;

/** Rollups contain every event inserted before `until`, by the store's clock. One row once merged. */
export const RECONCILED_TABLE = `
CREATE TABLE IF NOT EXISTS reconciled (
  until SimpleAggregateFunction(max, DateTime64(3, 'UTC'))
)
ENGINE = AggregatingMergeTree ORDER BY tuple()
`;
