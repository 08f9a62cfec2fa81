import { ApiError } from "../../../platform/errors/apiError.ts";

/**
 * Reports all problems in one error.
 * @param problems sentences that each start with the field's path.
 * @throws {ApiError} bad_request if there are any problems.
 */
export function refuse(problems: readonly [string]): never;
export function refuse(problems: readonly string[]): void;
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ApiError("bad_request", problems.join(" "));
}

/** Names that occur more than once, each listed once. */
export function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
