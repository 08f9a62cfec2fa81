import { ApiError } from "../../platform/errors/apiError.ts";

/** An error that says what is wrong with a query, and how to fix it. */
export const bad = (message: string): ApiError => new ApiError("bad_request", message);

/** @throws {ApiError} bad_request */
export function reject(isWrong: boolean, message: string): void {
  if (isWrong) throw bad(message);
}

/** Names in a message, as code. */
export const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");

/** An own property of a record, such as a reason by name. */
export const ownValue = (record: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(record, name) ? record[name] : undefined;
