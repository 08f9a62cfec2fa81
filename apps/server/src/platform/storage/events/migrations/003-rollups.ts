/** Separates known customers, and adds indexes for visitors and messages. */
export const AUDIENCE_COLUMN = `
ALTER TABLE events
  ADD COLUMN IF NOT EXISTS audience LowCardinality(String) DEFAULT 'visitor' AFTER group_id,
  ADD INDEX IF NOT EXISTS by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1,
  ADD INDEX IF NOT EXISTS by_message message_id TYPE bloom_filter(0.01) GRANULARITY 1
`;

/**
 * Page views without bots per quarter hour and dimension. In every time zone, hours and days start on a quarter hour. `uniq` is exact up
 * to 65,536 visitors per state.
 */
export const PAGE_VIEWS_TABLE = `
CREATE TABLE page_views (
  dimension LowCardinality(String),
  quarter DateTime('UTC') CODEC(Delta, ZSTD(1)),
  value String,
  audience LowCardinality(String),
  visitors AggregateFunction(uniq, String),
  views SimpleAggregateFunction(sum, UInt64)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(quarter)
ORDER BY (dimension, quarter, value, audience)
SETTINGS non_replicated_deduplication_window = 1000
`;

/** Counts page views per dimension; shared by the materialized view and the rebuild. */
export const pageViewsRollup = (events: string) => `
SELECT counted.1 AS dimension, toStartOfFifteenMinutes(timestamp) AS quarter, counted.2 AS value, audience,
       uniqState(visitor_id) AS visitors, count() AS views
FROM ${events}
ARRAY JOIN [('all', ''), ('path', path), ('source', toString(source))] AS counted
WHERE type = 'page' AND bot = ''
GROUP BY dimension, quarter, value, audience
`;

/**
 * One row per session once merged, identified by its visitor and start. A session is a known customer's if any of its events is (`min`,
 * because "customer" sorts before "visitor"). Its source is that of its first event.
 */
export const SESSIONS_TABLE = `
CREATE TABLE sessions (
  session_id UInt64 CODEC(Delta, ZSTD(1)),
  visitor_id String,
  audience SimpleAggregateFunction(min, LowCardinality(String)),
  started SimpleAggregateFunction(min, DateTime64(3, 'UTC')),
  ended SimpleAggregateFunction(max, DateTime64(3, 'UTC')),
  views SimpleAggregateFunction(sum, UInt64),
  events SimpleAggregateFunction(sum, UInt64),
  entry AggregateFunction(argMin, String, DateTime64(3, 'UTC')),
  source AggregateFunction(argMin, String, DateTime64(3, 'UTC')),
  medium AggregateFunction(argMin, String, DateTime64(3, 'UTC')),
  campaign AggregateFunction(argMin, String, DateTime64(3, 'UTC')),
  country SimpleAggregateFunction(any, String),
  device SimpleAggregateFunction(any, String),
  demo SimpleAggregateFunction(max, UInt8)
)
ENGINE = AggregatingMergeTree
PARTITION BY toYYYYMM(fromUnixTimestamp64Milli(session_id))
ORDER BY (session_id, visitor_id)
SETTINGS non_replicated_deduplication_window = 1000
`;

/** Aggregates events into sessions; shared by the materialized view and the rebuild. */
export const sessionsRollup = (events: string) => `
SELECT session_id, visitor_id, min(audience) AS audience, min(timestamp) AS started, max(timestamp) AS ended,
       countIf(type = 'page') AS views, count() AS events,
       argMinState(path, timestamp) AS entry,
       argMinState(toString(source), timestamp) AS source,
       argMinState(toString(if(last_medium = '', utm_medium, last_medium)), timestamp) AS medium,
       argMinState(toString(if(last_campaign = '', utm_campaign, last_campaign)), timestamp) AS campaign,
       any(toString(country)) AS country, any(toString(device)) AS device, max(demo) AS demo
FROM ${events}
WHERE session_id > 0 AND bot = ''
GROUP BY session_id, visitor_id
`;

/** Rejected events with reason and the start of the payload; kept for 30 days. */
export const REJECTED_EVENTS_TABLE = `
CREATE TABLE rejected_events (
  received_at DateTime64(3, 'UTC') CODEC(Delta, ZSTD(1)),
  reason LowCardinality(String),
  detail String,
  type LowCardinality(String),
  event String,
  message_id String,
  visitor_id String,
  library LowCardinality(String),
  bytes UInt32,
  sample String CODEC(ZSTD(3))
)
ENGINE = MergeTree
PARTITION BY toMonday(received_at)
ORDER BY (reason, received_at)
TTL toDateTime(received_at) + INTERVAL 30 DAY
SETTINGS non_replicated_deduplication_window = 1000
`;

/**
 * Counters of requests that leave no row: duplicates, rejections, page requests by consent. They contain no IDs.
 */
export const TALLIES_TABLE = `
CREATE TABLE tallies (
  minute DateTime('UTC') CODEC(Delta, ZSTD(1)),
  name LowCardinality(String),
  label LowCardinality(String),
  count UInt64
)
ENGINE = SummingMergeTree(count)
PARTITION BY toYYYYMM(minute)
ORDER BY (name, minute, label)
TTL minute + INTERVAL 400 DAY
SETTINGS non_replicated_deduplication_window = 1000
`;
