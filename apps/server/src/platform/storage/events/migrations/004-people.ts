/**
 * A person's rows have an anonymous ID, a user ID or both, and are deleted by either. One index covers all three columns, because separate
 * indexes do not speed up conditions joined by OR.
 */
export const PERSON_INDEX = `
ALTER TABLE events
  ADD INDEX IF NOT EXISTS by_person (visitor_id, anonymous_id, user_id) TYPE bloom_filter(0.01) GRANULARITY 1,
  DROP INDEX IF EXISTS by_visitor
`;

/** Existing rows have no index yet; the store builds it in the background. */
export const MATERIALIZE_PERSON_INDEX = "ALTER TABLE events MATERIALIZE INDEX by_person";

/** Sessions are sorted by time, but deletions and recounts select them by visitor. */
export const SESSION_VISITOR_INDEX = `
ALTER TABLE sessions ADD INDEX IF NOT EXISTS by_visitor visitor_id TYPE bloom_filter(0.01) GRANULARITY 1
`;

export const MATERIALIZE_SESSION_VISITOR_INDEX = "ALTER TABLE sessions MATERIALIZE INDEX by_visitor";
