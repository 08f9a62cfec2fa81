/** Events, each message once. The view `events_unique` is the same, but in each place that names it, the store takes 10 ms to analyze its columns. */
export const UNIQUE_EVENTS = "events FINAL";

/**
 * FROM and WHERE clauses for events that match a condition, each message once. Merging copies reads whole days of the sorting key, so the days are looked up
 * first: with only the condition on the (corrected) time, the store would have to read nearly all events, since a copy may have a different time.
 * @param condition on the columns of `events`, which should limit the time, the visitor or the session. It is evaluated twice, so further conditions
 *   belong after the clauses.
 */
export const uniqueEvents = (condition: string) => `
  FROM ${UNIQUE_EVENTS}
  WHERE toDate(original_timestamp) IN (SELECT DISTINCT toDate(original_timestamp) FROM events WHERE ${condition})
    AND ${condition}`;
