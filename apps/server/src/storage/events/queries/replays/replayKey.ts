/** A recorded session: two visitors may have begun one in the same millisecond. */
export interface ReplayKey {
  /** Milliseconds since the epoch. */
  sessionId: number;
  visitorId: string;
}

/** A condition on any table with both columns. Needs the parameters of {@link ReplayKey}. */
export const OF_REPLAY = "session_id = {sessionId:UInt64} AND visitor_id = {visitorId:String}";
