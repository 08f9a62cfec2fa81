import { COLUMNS as RUM_COLUMNS } from "./006-monitoring.ts";

/**
 * The tables of 005, sorted by columns without personal data: those with personal data expire before the row does, and a sorting key can't
 * expire.
 */
export const interactionsTable = (name: string) => `
CREATE TABLE ${name} (
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
ORDER BY (path, toDate(timestamp), message_id)
SETTINGS non_replicated_deduplication_window = 1000
`;

/**
 * The columns of 006 are stored, not materialized, because `raw`, from which they are extracted, expires. `linked_session` expires too, and an
 * expired column takes its default, so it has none.
 */
const EXTRACTED = Object.entries(RUM_COLUMNS)
  .map(([name, definition]) =>
    name === "linked_session"
      ? `${name} UInt64`
      : `${name} ${definition.replace(" MATERIALIZED ", " DEFAULT ")}`,
  )
  .join(",\n  ");

export const monitoringTable = (name: string) => `
CREATE TABLE ${name} (
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
  ${EXTRACTED},
  INDEX by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1
)
ENGINE = ReplacingMergeTree
PARTITION BY toYYYYMM(received_at)
ORDER BY (type, toDate(timestamp), message_id)
SETTINGS non_replicated_deduplication_window = 1000
`;

/** Rewrites columns that rows keep: queries of addresses may contain personal data. */
export const MONITORING_CHANGES = `
  if(type = 'resource', cutQueryStringAndFragment(name), name) AS name,
  replaceRegexpAll(error_stack, '(https?://[^\\\\s?#)]*)[?#][^\\\\s)]*?((?::[0-9]+){0,2}[)]?(?:\\\\s|$))', '\\\\1\\\\2') AS error_stack`;
