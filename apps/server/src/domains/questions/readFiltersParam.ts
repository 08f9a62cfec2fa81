import { bad } from "./badQuery.ts";

/** Filters as JSON, from the query string; none without. @throws {ApiError} bad_request */
export function readFiltersParam(text = "[]"): unknown[] {
  let filters: unknown;
  try {
    filters = JSON.parse(text);
  } catch {
    filters = null;
  }
  if (Array.isArray(filters)) return filters;
  throw bad('`filters` is a list of filters as JSON, such as [["is", "visit:country", ["DE"]]].');
}
