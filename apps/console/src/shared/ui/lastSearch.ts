import { useEffect } from "react";
import { useLocation, useSearch } from "wouter";

/** The latest search of each screen in this tab, by path. */
const searches = new Map<string, string>();

/** Remembers the filters of the screen that is shown, for links back to it. */
export function useRememberedSearch(): void {
  const [path] = useLocation();
  const search = useSearch();
  useEffect(() => {
    searches.set(path, search);
  }, [path, search]);
}

/** Forgets all searches, so that the next account in this tab does not see them. */
export function forgetSearches(): void {
  searches.clear();
}

/** The URL of a screen with its last filters, unless `href` has its own. */
export function withLastSearch(href: string): string {
  const search = href.includes("?") ? "" : searches.get(href);
  return search ? `${href}?${search}` : href;
}
