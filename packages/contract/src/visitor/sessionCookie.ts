/** Cookie of the visitor's session: `ID.last use`, both in milliseconds since the epoch; the ID is the start of the session. */
export const SESSION_COOKIE = "marquee_session";
