/** A row that the event store can't read. */
export interface BadRow {
  /** Table of the event store. */
  table: string;
  /** JSON, as it was spooled. */
  json: string;
  /** The reason for people, without parts of the row. */
  reason: string;
}
