import type { FilterDimension } from "@marquee/contract";
import { readFilter, writeFilter } from "./filters.ts";
import { readScope, withFilter, writeScope } from "./scope.ts";
import { writeHref } from "./writeHref.ts";

/** Old URL parameters for visit filters, from before all screens had the scope's filters. */
const MOVED: Readonly<Record<string, FilterDimension>> = {
  page: "event:page",
  path: "event:page",
  event: "event:name",
  device: "visit:device",
  country: "visit:country",
  source: "visit:source",
  variation: "visit:variation",
};

/**
 * The new URL for a link with such parameters, so that old links keep working; null if it has none.
 * @param screenParams parameters that the screen still has.
 */
export function withMovedFilters(
  path: string,
  search: string,
  screenParams: readonly string[] = [],
): string | null {
  const params = new URLSearchParams(search);
  let { scope } = readScope(path, search);
  let hasMoved = false;
  for (const [name, dimension] of Object.entries(MOVED)) {
    const value = params.get(name);
    if (value === null || screenParams.includes(name)) continue;
    hasMoved = true;
    params.delete(name);
    const isPart = name === "event" || (dimension === "event:page" && !value.startsWith("/"));
    const text = name === "country" ? value.toUpperCase() : value;
    const written = writeFilter({ operator: isPart ? "contains" : "is", dimension, values: [text] });
    const filter = readFilter(written);
    if (filter) scope = withFilter(scope, filter);
  }
  if (!hasMoved) return null;
  writeScope(path, params, scope);
  return writeHref(path, params);
}
