const at = (...path: string[]) => path.map((part) => `'${part}'`).join(", ");
const textAt = (...path: string[]) => `JSONExtractString(raw, ${at(...path)})`;
const wholeAt = (...path: string[]) => `JSONExtractUInt(raw, ${at(...path)})`;
const numberAt = (...path: string[]) => `JSONExtract(raw, ${at(...path)}, 'Nullable(Float64)')`;
/** Converts Datadog's nanoseconds to milliseconds. */
const timeAt = (...path: string[]) => `${numberAt(...path)} / 1000000`;

/** Matches path parts that are IDs: numbers, UUIDs, and long words that contain digits. */
export const VARIABLE_PATH_PART =
  "^([0-9]+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[A-Za-z_-]*[0-9][A-Za-z0-9_-]{15,})$";
/** The path with each {@link VARIABLE_PATH_PART} replaced by `?`, as Datadog groups views without a name. */
const PATH_GROUP = `arrayStringConcat(arrayMap(part -> if(match(part, '${VARIABLE_PATH_PART}'), '?', part), splitByChar('/', path)), '/')`;

const KIND = `multiIf(
  type = 'view', ${textAt("view", "loading_type")}, type = 'resource', ${textAt("resource", "type")},
  type = 'action', ${textAt("action", "type")}, type = 'error', ${textAt("error", "source")}, '')`;

/**
 * Columns for the RUM screen, in addition to those of 005. They are extracted from `raw` at insertion, because extracting them in each
 * query takes seconds for 100,000 rows. Times and durations are in milliseconds, sizes in bytes.
 */
export const COLUMNS: Readonly<Record<string, string>> = {
  view_name: `LowCardinality(String) MATERIALIZED if(${textAt("view", "name")} != '', ${textAt("view", "name")}, ${PATH_GROUP})`,
  environment: `LowCardinality(String) MATERIALIZED extract(${textAt("ddtags")}, '(?:^|,)env:([^,]*)')`,
  kind: `LowCardinality(String) MATERIALIZED ${KIND}`,
  document_version: `UInt32 MATERIALIZED ${wholeAt("_dd", "document_version")}`,
  loading_time: `Nullable(Float64) MATERIALIZED ${timeAt("view", "loading_time")}`,
  largest_contentful_paint: `Nullable(Float64) MATERIALIZED ${timeAt("view", "largest_contentful_paint")}`,
  interaction_to_next_paint: `Nullable(Float64) MATERIALIZED ${timeAt("view", "interaction_to_next_paint")}`,
  cumulative_layout_shift: `Nullable(Float64) MATERIALIZED ${numberAt("view", "cumulative_layout_shift")}`,
  resource_size: `Nullable(Float64) MATERIALIZED ${numberAt("resource", "size")}`,
  linked_session: `UInt64 MATERIALIZED ${wholeAt("context", "marquee", "session_id")}`,
};

export const COLUMN_NAMES = Object.keys(COLUMNS);

const listed = (line: (name: string, definition: string) => string) =>
  Object.entries(COLUMNS)
    .map(([name, definition]) => line(name, definition))
    .join(", ");

export const RUM_COLUMNS = `ALTER TABLE monitoring_events ${listed(
  (name, definition) => `ADD COLUMN IF NOT EXISTS ${name} ${definition}`,
)}`;

/** Fills the columns of existing rows. The store does this in the background and reads `raw` until then. */
export const MATERIALIZE_RUM_COLUMNS = `ALTER TABLE monitoring_events ${listed(
  (name) => `MATERIALIZE COLUMN ${name}`,
)}`;
