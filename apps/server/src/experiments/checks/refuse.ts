import { ApiError } from "../../errors/apiError.ts";

/** Says everything that is wrong at once, each beginning with the place it is in. @throws {ApiError} bad_request unless there is nothing. */
export function refuse(problems: readonly [string]): never;
export function refuse(problems: readonly string[]): void;
export function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new ApiError("bad_request", problems.join(" "));
}

/** Names that are in the list more than once, each once. */
export function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
}
