/** Codes of Node for a server that is not there, or not yet: its container starts, its name is not known, its connection was cut. */
const NETWORK = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // The socket of a server on this machine.
  "ENOENT",
];
/** Messages of the client, whose errors have no code. */
const MESSAGES = ["timeout expired", "Connection terminated", "Query read timeout"];
/**
 * Classes and codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection exceptions, too few connections, memory or disk,
 * shutting down or starting up, a canceled statement, a system error, a lock that somebody else has, and a standby that is not the primary yet.
 */
const SQLSTATES = ["08", "53", "57", "58", "40P01", "55P03", "25006"];

/** Whether a PostgreSQL server may work later without anyone changing its settings or ours. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause) return isUnreachable(error.cause);
  const { code = "", message } = error as NodeJS.ErrnoException;
  return (
    NETWORK.includes(code) ||
    MESSAGES.some((each) => message.startsWith(each)) ||
    SQLSTATES.some((each) => code.startsWith(each))
  );
}
