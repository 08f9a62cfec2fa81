import Type from "typebox";
import { type RouteRows, response } from "./kernel/routeRow.ts";

/** Kinds of search results in the console, in order. `account`: a person with access to the console. */
export const SEARCH_KINDS = ["page", "lead", "experiment", "flag", "account"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The most results of one kind. */
export const SEARCH_LIMIT = 5;

export const SearchQuerySchema = Type.Object({
  /** Part of a name. */
  q: Type.String({ minLength: 1, maxLength: 100 }),
});

export interface SearchResult {
  kind: SearchKind;
  title: string;
  /** More about it, such as a path or an email address; may be empty. */
  detail: string;
  /** Path and query of its screen, below the console's base path. */
  href: string;
}

export interface SearchResponse {
  /** At most {@link SEARCH_LIMIT} of each kind: those that start with the search first, then those that contain it. */
  results: SearchResult[];
}

export const SEARCH_ROUTES = {
  "GET /search": { access: "read", query: SearchQuerySchema, response: response<SearchResponse>() },
} as const satisfies RouteRows;
