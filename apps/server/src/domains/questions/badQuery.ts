import { ApiError } from "../../platform/errors/apiError.ts";

/** What is wrong with a query, and how to mend it. */
export const bad = (message: string): ApiError => new ApiError("bad_request", message);

/** @throws {ApiError} bad_request */
export function reject(isWrong: boolean, message: string): void {
  if (isWrong) throw bad(message);
}

/** Names in a message, as code. */
export const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(", ");
