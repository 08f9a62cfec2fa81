/** Adds the session of an event, its country, and the visitor's first and last touch. */
export const VISIT_COLUMNS = `
ALTER TABLE events
  ADD COLUMN IF NOT EXISTS session_id UInt64 CODEC(Delta, ZSTD(1)) AFTER visitor_id,
  ADD COLUMN IF NOT EXISTS country LowCardinality(String) AFTER timezone,
  ADD COLUMN IF NOT EXISTS first_source LowCardinality(String) AFTER source,
  ADD COLUMN IF NOT EXISTS first_medium LowCardinality(String) AFTER first_source,
  ADD COLUMN IF NOT EXISTS first_campaign LowCardinality(String) AFTER first_medium,
  ADD COLUMN IF NOT EXISTS last_source LowCardinality(String) AFTER first_campaign,
  ADD COLUMN IF NOT EXISTS last_medium LowCardinality(String) AFTER last_source,
  ADD COLUMN IF NOT EXISTS last_campaign LowCardinality(String) AFTER last_medium
`;

/** Picks up new columns: a view keeps the columns that existed when it was created. */
export const RECREATE_EVENTS_VIEW = "CREATE OR REPLACE VIEW events_unique AS SELECT * FROM events FINAL";
