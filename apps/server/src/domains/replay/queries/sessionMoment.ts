import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";

/** When something happened in a session. */
export interface SessionMoment extends ReplayKey {
  /** Milliseconds since the epoch, as in recordings. */
  at: number;
}

/** Columns of a {@link SessionMoment} of an event. Convert rows with {@link readSessionMoment}. */
export const SESSION_MOMENT = `session_id AS sessionId, visitor_id AS visitorId,
  toUnixTimestamp64Milli(timestamp) AS at`;

/** Converts IDs and times to numbers, because the store can return 64-bit integers as strings. */
export function readSessionMoment({ sessionId, visitorId, at }: SessionMoment): SessionMoment {
  return { sessionId: Number(sessionId), visitorId, at: Number(at) };
}
