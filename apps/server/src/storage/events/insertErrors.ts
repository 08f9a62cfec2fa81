import { ClickHouseError } from "@clickhouse/client";
import { EventStoreUnavailableError } from "../../errors/eventStoreError.ts";

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

const ROW_CODES: ReadonlySet<number> = new Set(Object.values(ROW_ERRORS));
/** In the message of TOO_MANY_PARTS: the rows of a block belong to more partitions than one insertion may have. */
const TOO_MANY_PARTITIONS = "partitions for single INSERT block";
/** In a message about a view that somebody has added to a table: rows that the table itself takes. */
const OF_A_VIEW = "while pushing to view";

/** Whether an insertion failed because of what its rows contain, so that it always will. All other errors may pass. */
export function isAboutRows(error: unknown): boolean {
  if (!(error instanceof ClickHouseError) || error.message.includes(OF_A_VIEW)) return false;
  return ROW_CODES.has(Number(error.code)) || error.message.includes(TOO_MANY_PARTITIONS);
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
