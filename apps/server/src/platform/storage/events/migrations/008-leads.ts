/**
 * Leads without personal data. `visitor_id`, `session_id` and all columns from `channel` on are empty without consent, which `consented` says. A lead
 * that changes gets a row with a higher version.
 */
export const LEADS_TABLE = `
CREATE TABLE IF NOT EXISTS leads (
  id UUID,
  version UInt32,
  site LowCardinality(String),
  timestamp DateTime64(3, 'UTC'),
  kind LowCardinality(String),
  form LowCardinality(String),
  status LowCardinality(String),
  path String,
  locale LowCardinality(String),
  audience LowCardinality(String),
  consented UInt8,
  visitor_id String,
  session_id UInt64,
  channel LowCardinality(String),
  source LowCardinality(String),
  utm_source String,
  utm_medium LowCardinality(String),
  utm_campaign String,
  utm_content String,
  utm_term String,
  country LowCardinality(String),
  browser LowCardinality(String),
  os LowCardinality(String),
  device LowCardinality(String)
)
ENGINE = ReplacingMergeTree(version)
PARTITION BY toYYYYMM(timestamp)
ORDER BY (site, timestamp, id)
SETTINGS non_replicated_deduplication_window = 1000
`;
