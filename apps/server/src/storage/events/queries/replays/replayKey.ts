/** A condition on any table with both columns. Needs the parameters of a `ReplayKey`. */
export const OF_REPLAY = "session_id = {sessionId:UInt64} AND visitor_id = {visitorId:String}";
