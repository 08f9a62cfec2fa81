import { ClickHouseError } from "@clickhouse/client";
import { clickHouseErrorName, OTHER_ERRORS, ROW_ERRORS } from "../../errors/clickHouseErrors.ts";
import { EventStoreUnavailableError } from "../../errors/eventStoreError.ts";

const ROW_CODES: ReadonlySet<number> = new Set(Object.values(ROW_ERRORS));
/** In the message of TOO_MANY_PARTS: the rows of a block belong to more partitions than one insertion may have. */
const TOO_MANY_PARTITIONS = "partitions for single INSERT block";
/** In a message about a view that someone added to a table, which accepts the rows itself. */
const OF_A_VIEW = "while pushing to view";

/**
 * Whether an insert failed because of its rows' content, so that retrying does not help. All other errors may be
 * temporary.
 */
export function isAboutRows(error: unknown): boolean {
  if (!(error instanceof ClickHouseError) || error.message.includes(OF_A_VIEW)) return false;
  return ROW_CODES.has(Number(error.code)) || error.message.includes(TOO_MANY_PARTITIONS);
}

/** Errors that rows may theoretically cause: unknown ones of future versions, and crashes of code. */
const UNEXPLAINED: readonly number[] = [
  OTHER_ERRORS.ILLEGAL_TYPE_OF_ARGUMENT,
  OTHER_ERRORS.NOT_IMPLEMENTED,
  OTHER_ERRORS.LOGICAL_ERROR,
  OTHER_ERRORS.STD_EXCEPTION,
  OTHER_ERRORS.UNKNOWN_EXCEPTION,
];
/** The connection was lost after sending the rows, as if the store had crashed on them. */
const LOST_CONNECTION = ["ECONNRESET", "EPIPE"];

/** Whether rows may be the cause of a failed insertion that no known error explains. Other failures are temporary, or need an operator. */
export function mayBeAboutRows(error: unknown): boolean {
  if (!(error instanceof ClickHouseError))
    return LOST_CONNECTION.includes(systemCodeOf(error)) || isHangUp(error);
  if (error.message.includes(OF_A_VIEW)) return false;
  const code = Number(error.code);
  return UNEXPLAINED.includes(code) || clickHouseErrorName(code) === null;
}

/** Node has no code for it, depending on when the connection ends. */
function isHangUp(error: unknown): boolean {
  return error instanceof Error && error.message === "socket hang up";
}

/** The last one is the store's; earlier ones may be in a quoted row. */
const COLUMN = /while reading the value of key (\w{1,64})\)/g;

/** Why an insertion failed, for people. Leaves out the store's own message, which quotes rows. */
export function describeInsertError(error: unknown): string {
  if (error instanceof EventStoreUnavailableError) return error.message;
  if (error instanceof ClickHouseError) {
    const name = clickHouseErrorName(error.code) ?? `code ${error.code}`;
    const column = [...error.message.matchAll(COLUMN)].at(-1)?.[1];
    return column
      ? `The event store can't read the value of ${column} (${name}).`
      : `The event store responded with an error (${name}).`;
  }
  const code = systemCodeOf(error);
  return code
    ? `The event store can't be reached (${code}).`
    : "The event store did not respond, or closed the connection.";
}

/** The code of an operating system's or a connection's error; empty for others. */
function systemCodeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" && /^E[A-Z_]{2,30}$/.test(code) ? code : "";
}
