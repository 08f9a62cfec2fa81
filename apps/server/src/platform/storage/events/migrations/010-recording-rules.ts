/** The recording rule that a segment's session matched. Replaces `release`, which was never written. */
export const RULE_COLUMN = "ALTER TABLE replay_segments RENAME COLUMN IF EXISTS release TO rule";
