/**
 * Sessions list their page views, so that queries about visits need no events. All sessions are recounted from their events; until then, figures come
 * from the events.
 */
export const SESSION_VIEWS = [
  `ALTER TABLE sessions
     ADD COLUMN IF NOT EXISTS locale LowCardinality(String) AFTER language,
     ADD COLUMN IF NOT EXISTS browser_version LowCardinality(String) AFTER browser,
     ADD COLUMN IF NOT EXISTS os_version LowCardinality(String) AFTER os,
     ADD COLUMN IF NOT EXISTS variations Array(LowCardinality(String)) AFTER goals,
     ADD COLUMN IF NOT EXISTS view_at Array(DateTime64(3, 'UTC')) CODEC(ZSTD(1)) AFTER variations,
     ADD COLUMN IF NOT EXISTS view_pages Array(LowCardinality(String)) CODEC(ZSTD(1)) AFTER view_at,
     ADD COLUMN IF NOT EXISTS view_hosts Array(LowCardinality(String)) CODEC(ZSTD(1)) AFTER view_pages,
     ADD COLUMN IF NOT EXISTS view_versions Array(LowCardinality(String)) CODEC(ZSTD(1)) AFTER view_hosts`,
  "TRUNCATE TABLE sessions",
  "TRUNCATE TABLE reconciled",
];
