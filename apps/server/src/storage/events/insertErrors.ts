import { ClickHouseError } from "@clickhouse/client";

/** ClickHouse's errors about what a row contains. They are the same at each attempt. */
export const ROW_ERRORS = {
  CANNOT_PARSE_TEXT: 6,
  CANNOT_PARSE_ESCAPE_SEQUENCE: 25,
  CANNOT_PARSE_QUOTED_STRING: 26,
  CANNOT_PARSE_INPUT_ASSERTION_FAILED: 27,
  ATTEMPT_TO_READ_AFTER_EOF: 32,
  CANNOT_READ_ALL_DATA: 33,
  CANNOT_PARSE_DATE: 38,
  CANNOT_PARSE_DATETIME: 41,
  TYPE_MISMATCH: 53,
  ARGUMENT_OUT_OF_BOUND: 69,
  CANNOT_CONVERT_TYPE: 70,
  CANNOT_PARSE_NUMBER: 72,
  INCORRECT_DATA: 117,
  TOO_LARGE_ARRAY_SIZE: 128,
  CANNOT_READ_ARRAY_FROM_TEXT: 130,
  TOO_LARGE_STRING_SIZE: 131,
  BAD_TYPE_OF_FIELD: 169,
  VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE: 321,
  CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN: 349,
  DECIMAL_OVERFLOW: 407,
  CANNOT_PARSE_BOOL: 467,
  VIOLATED_CONSTRAINT: 469,
  CANNOT_SKIP_UNKNOWN_FIELD: 626,
  UNEXPECTED_DATA_AFTER_PARSED_VALUE: 632,
  UNKNOWN_ELEMENT_OF_ENUM: 691,
  UNICODE_ERROR: 760,
} as const;

/** ClickHouse's errors about the state of the store, where sending less at once would not help. */
export const STORE_ERRORS = {
  UNKNOWN_TABLE: 60,
  UNKNOWN_DATABASE: 81,
  READONLY: 164,
  QUOTA_EXCEEDED: 201,
  TOO_MANY_SIMULTANEOUS_QUERIES: 202,
  NO_ZOOKEEPER: 225,
  TABLE_IS_READ_ONLY: 242,
  NOT_ENOUGH_SPACE: 243,
  TOO_MANY_PARTS: 252,
  TOO_FEW_LIVE_REPLICAS: 285,
  ACCESS_DENIED: 497,
  AUTHENTICATION_FAILED: 516,
  SERVER_OVERLOADED: 745,
  KEEPER_EXCEPTION: 999,
} as const;

const ROW_CODES: ReadonlySet<number> = new Set(Object.values(ROW_ERRORS));
const STORE_CODES: ReadonlySet<number> = new Set(Object.values(STORE_ERRORS));
/** In the message of TOO_MANY_PARTS: the rows of a block belong to more partitions than one insertion may have. */
const TOO_MANY_PARTITIONS = "partitions for single INSERT block";
/** The request did not reach the store. */
const UNREACHED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);

/** The embedded store is down and restarting. */
export class EventStoreUnavailableError extends Error {
  override name = "EventStoreUnavailableError";
  override message = "The event store is unavailable; restarting it.";
}

/**
 * Why an insertion failed: `rows` if the store can't read what they contain, `store` if it takes none at the moment, and `unclear` for everything
 * else, such as a connection that broke off: the store may be overloaded, or a row may have crashed it.
 */
export function insertFailureOf(error: unknown): "rows" | "store" | "unclear" {
  if (error instanceof EventStoreUnavailableError) return "store";
  if (!(error instanceof ClickHouseError)) return UNREACHED.has(systemCodeOf(error)) ? "store" : "unclear";
  const code = Number(error.code);
  if (ROW_CODES.has(code) || error.message.includes(TOO_MANY_PARTITIONS)) return "rows";
  return STORE_CODES.has(code) ? "store" : "unclear";
}

const COLUMN = /while reading the value of key (\w{1,64})\)/;

/** Why an insertion failed, for people. Leaves out the store's own message, which quotes rows. */
export function describeInsertError(error: unknown): string {
  if (error instanceof EventStoreUnavailableError) return error.message;
  if (error instanceof ClickHouseError) {
    const name = error.type ?? `code ${error.code}`;
    const column = COLUMN.exec(error.message)?.[1];
    return column
      ? `The event store can't read the value of ${column} (${name}).`
      : `The event store answers with an error (${name}).`;
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
