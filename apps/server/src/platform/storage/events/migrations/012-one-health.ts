/**
 * Columns with which RUM events appear on Speed and Errors next to those of the site's library. They are stored, because `url`, `raw` and `linked_session`,
 * from which they are extracted, expire. `is_linked`: the page also has the site's library. The site's own client, whose older rows may have lost their
 * session, has the application ID `marquee`. Times are in milliseconds.
 */
const COLUMNS: Readonly<Record<string, string>> = {
  host: "LowCardinality(String) DEFAULT domain(url)",
  is_linked: "UInt8 DEFAULT linked_session > 0 OR application_id = 'marquee'",
  first_contentful_paint:
    "Nullable(Float64) DEFAULT JSONExtract(raw, 'view', 'first_contentful_paint', 'Nullable(Float64)') / 1000000",
  first_byte:
    "Nullable(Float64) DEFAULT JSONExtract(raw, 'view', 'first_byte', 'Nullable(Float64)') / 1000000",
  status_code: "UInt16 DEFAULT JSONExtractUInt(raw, 'resource', 'status_code')",
};

export const HEALTH_COLUMN_NAMES = Object.keys(COLUMNS);

const listed = (line: (name: string, definition: string) => string) =>
  Object.entries(COLUMNS)
    .map(([name, definition]) => line(name, definition))
    .join(", ");

/** The store fills the columns of existing rows in the background. */
export const HEALTH_COLUMNS = [
  `ALTER TABLE monitoring_events ${listed((name, definition) => `ADD COLUMN IF NOT EXISTS ${name} ${definition}`)}`,
  `ALTER TABLE monitoring_events ${listed((name) => `MATERIALIZE COLUMN ${name}`)}`,
];
