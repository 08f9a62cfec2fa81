import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";

/** The latest search of each screen in this tab, by path. */
const searches = new Map<string, string>();

/** Remembers the filters of the screen that is shown, for the links that lead back to it. */
export function useRememberedSearch(): void {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    searches.set(path, search);
  }, [path, search]);
}

/** What was searched for is for the next account in this tab to type itself. */
export function forgetSearches(): void {
  searches.clear();
}

/** A screen with the filters that it last had, unless `href` has its own. */
export function withLastSearch(href: string): string {
  const search = href.includes("?") ? "" : searches.get(href);
  return search ? `${href}?${search}` : href;
}
