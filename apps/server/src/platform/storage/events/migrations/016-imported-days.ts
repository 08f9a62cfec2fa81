/**
 * History from other systems, by day and dimension (empty for totals of the day). It has no visitors or visits, so it only provides totals. A count that the
 * file did not have is NULL. Durations are in milliseconds. Only rows of imports that the records list as done count.
 */
export const IMPORTED_DAYS_TABLE = `
CREATE TABLE IF NOT EXISTS imported_days (
  import_id UInt32,
  system LowCardinality(String),
  dimension LowCardinality(String),
  day Date,
  value String,
  visitors Nullable(UInt64),
  visits Nullable(UInt64),
  pageviews Nullable(UInt64),
  bounces Nullable(UInt64),
  duration Nullable(UInt64),
  events Nullable(UInt64),
  page_time Nullable(UInt64),
  page_visits Nullable(UInt64)
)
ENGINE = MergeTree
ORDER BY (import_id, dimension, day, value)
SETTINGS non_replicated_deduplication_window = 1000
`;
