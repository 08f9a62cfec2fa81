import { clickHouseErrorName } from "../errors/clickHouseErrors.ts";
import { plainAddress } from "./plainAddress.ts";
import { plainWords } from "./plainWords.ts";
import { plainOutput, stackFrames } from "./stackFrames.ts";

/** An error as logged. */
export interface DescribedError {
  /** Name of its class. */
  type: string;
  message: string;
  stack?: string;
  cause?: DescribedError;
  /** Those of an AggregateError. */
  errors?: DescribedError[];
  /** Of the allowlist of properties. */
  [property: string]: unknown;
}

const MAX_DEPTH = 5;
const MAX_ERRORS = 5;

/** As in the schemas of the stores. */
const IDENTIFIER = /^[a-z_][a-z0-9_]{0,62}$/;
const SYSCALL = /^[a-z]{1,32}$/i;
/**
 * Properties of errors that are logged if they have the expected format; all others may contain user input.
 */
const TEXTS: Readonly<Record<string, RegExp>> = {
  // Of Node, PostgreSQL, ClickHouse, Fastify and nodemailer.
  code: /^(?:[A-Z0-9_]{1,64}|[a-z_]{1,32})$/,
  syscall: SYSCALL,
  // Of PostgreSQL.
  severity: /^[A-Z]{1,16}$/,
  schema: IDENTIFIER,
  table: IDENTIFIER,
  column: IDENTIFIER,
  constraint: IDENTIFIER,
  dataType: IDENTIFIER,
  routine: IDENTIFIER,
  // Of nodemailer.
  command: /^[A-Z][A-Z ]{1,15}$/,
  // Of this file.
  codeName: /^[A-Z][A-Z0-9_]{1,63}$/,
  statement: /^(?:insert into|update|delete from|select from) [\w$]{1,63}$/,
};
const NUMBERS = ["code", "errno", "status", "statusCode", "responseCode"];

const CLIENT_ERROR = "ClickHouseError";
/** As in the message of an error that the client of ClickHouse did not recognize. */
const EXCEPTION = /\bCode: (\d{1,4})\. DB::\w*Exception\b/;

/**
 * The form in which all errors are logged. It contains no data of a request or row: only the plain words of a message, the frames of the stack, and the
 * listed properties. Idempotent.
 */
export function describeError(error: unknown, depth = 0): DescribedError {
  try {
    return describe(error, depth);
  } catch {
    return { type: "Error", message: "An error that can't be read" };
  }
}

function describe(error: unknown, depth: number): DescribedError {
  if (typeof error !== "object" || error === null)
    return { type: typeof error, message: typeof error === "string" ? plainWords(error) : "" };
  const { message = "", stack = "", cause, errors } = error as Partial<AggregateError>;
  const text = String(message);
  const frames = stackFrames(String(stack), text);
  return {
    type: typeOf(error),
    message: plainWords(text),
    ...propertiesOf(error),
    ...ofClickHouse(error, text),
    ...statementOf(error),
    ...(frames.length > 0 && { stack: frames.join("\n") }),
    ...(cause !== undefined && depth < MAX_DEPTH && { cause: describeError(cause, depth + 1) }),
    ...(Array.isArray(errors) &&
      depth < MAX_DEPTH && {
        errors: errors.slice(0, MAX_ERRORS).map((each) => describeError(each, depth + 1)),
      }),
  };
}

/** Many classes do not set their errors' name. */
function typeOf(error: object): string {
  const isError = error instanceof Error;
  const { name, type } = error as { name?: unknown; type?: unknown };
  const isNamed = typeof name === "string" && name.toLowerCase() !== "error";
  const ofClass = isNamed ? name : error.constructor.name;
  const className = isError ? ofClass : (type ?? name);
  return typeof className === "string" && /^[A-Za-z_$][\w$]{0,63}$/.test(className) ? className : "Error";
}

function propertiesOf(error: object): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, pattern] of Object.entries(TEXTS)) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "string" && pattern.test(value)) properties[name] = value;
  }
  for (const name of NUMBERS) {
    const value: unknown = Reflect.get(error, name);
    if (typeof value === "number") properties[name] = value;
  }
  if (properties.syscall !== undefined) Object.assign(properties, ofSystem(error));
  const output: unknown = Reflect.get(error, "stderr");
  if (typeof output === "string" && output !== "") properties.stderr = plainOutput(output);
  return properties;
}

/** The file or server of a failed system call. */
function ofSystem(error: object): Record<string, unknown> {
  const { path, hostname, address, port } = error as Record<string, unknown>;
  return {
    ...(typeof path === "string" && { path: plainAddress(path) }),
    ...(typeof hostname === "string" && /^[\w.-]{1,253}$/.test(hostname) && { hostname }),
    ...(typeof address === "string" && /^[\da-f.:]{2,45}$/i.test(address) && { address }),
    ...(typeof port === "number" && { port }),
  };
}

/** ClickHouse's messages have values without quotation marks too, and its client takes the name of an error from the message. */
function ofClickHouse(error: object, message: string): Partial<DescribedError> {
  const { code, type } = error as { code?: unknown; type?: unknown };
  const isOfClient = error instanceof Error ? type !== undefined : type === CLIENT_ERROR;
  const isCode = typeof code === "string" && /^\d{1,4}$/.test(code);
  const errorCode = isOfClient && isCode ? code : EXCEPTION.exec(message)?.[1];
  if (errorCode === undefined) return {};
  const name = clickHouseErrorName(errorCode);
  return {
    type: CLIENT_ERROR,
    message: "The event store responded with an error",
    code: errorCode,
    ...(name && { codeName: name }),
  };
}

const STATEMENT = /^\s*(insert into|update|delete from)\s+"([\w$]{1,63})"/i;
const READ = /^\s*(?:with|select)\b[\s\S]*?\bfrom\s+"([\w$]{1,63})"/i;

/** The statement of Drizzle's errors. It has placeholders, except in hand-written statements. */
function statementOf(error: object): { statement?: string } {
  const { query } = error as { query?: unknown };
  if (typeof query !== "string" || !("params" in error)) return {};
  const [, verb = "select from", table] = STATEMENT.exec(query) ?? [];
  const read = table ?? READ.exec(query)?.[1];
  return read ? { statement: `${verb.toLowerCase()} ${read}` } : {};
}
