/**
 * Marks sessions assigned by the server: those without a long gap in between are joined. `clock_correction` is the correction added to a
 * visitor's times, in milliseconds, to get those of a segment.
 */
export const JOINED_SESSIONS = [
  "ALTER TABLE events ADD COLUMN IF NOT EXISTS session_assigned UInt8 AFTER session_id",
  "ALTER TABLE sessions ADD COLUMN IF NOT EXISTS assigned UInt8 AFTER demo",
  "ALTER TABLE replay_segments ADD COLUMN IF NOT EXISTS clock_correction Int64 AFTER ended",
];
