/**
 * The rollup contains every event inserted before this, by the store's clock. Scalar subqueries with the same text are evaluated once per statement
 * (`rollups.test.ts`), so all parts of a statement agree on the mark.
 */
const RECONCILED_UNTIL = "(SELECT max(until) FROM reconciled)";

/** No event after this has expired. Leaves a day of margin for wrong clocks; 1970 without retention. */
export const OLDEST_COMPLETE = `(
  SELECT if(days = '', toDateTime(0), now() - toIntervalDay(toUInt32OrZero(days) - 1))
  FROM (SELECT extract(engine_full, 'toIntervalDay\\\\((\\\\d+)\\\\)') AS days FROM system.tables
        WHERE database = currentDatabase() AND name = 'events'))`;

/**
 * Condition for events that can be counted again: no events of that time have expired. A late event would otherwise replace a session whose other
 * events have expired.
 */
export const IS_COUNTABLE = `timestamp >= ${OLDEST_COMPLETE}`;

/** Condition for events that were inserted after the rollup was last reconciled. */
export const IS_INSERTED_LATER = `inserted_at >= ${RECONCILED_UNTIL}`;
