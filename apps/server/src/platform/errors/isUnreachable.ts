/**
 * Node's codes for a server that is unreachable, perhaps temporarily: its container is starting, its name is unknown, its connection
 * was cut.
 */
const NETWORK = [
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  // For the socket of a local server.
  "ENOENT",
];
/** Messages of client errors, which have no code. */
const MESSAGES = ["timeout expired", "Connection terminated", "Query read timeout"];
/**
 * Classes and codes of PostgreSQL (https://www.postgresql.org/docs/current/errcodes-appendix.html): connection exceptions, too few connections, memory or disk,
 * shutting down or starting up, a canceled statement, a system error, a lock held by someone else, and a standby that is not the primary yet.
 */
const SQLSTATES = ["08", "53", "57", "58", "40P01", "55P03", "25006"];

/** Whether a PostgreSQL server may become available without changes to its settings or ours. */
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
