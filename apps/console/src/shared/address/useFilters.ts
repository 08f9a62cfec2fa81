import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { writeHref } from "./writeHref.ts";

/**
 * Filters kept in the URL, so that a link shows the same list.
 * @returns their values, "" for missing ones, and a function that changes some of them. Other parameters are kept, including changes made just before.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const values = useMemo(() => {
    const params = new URLSearchParams(search);
    return Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<Name, string>;
  }, [names, search]);
  const change = useCallback(
    (values: Partial<Record<Name, string>>) =>
      navigate(withChange(path, location.search, values), { replace: true }),
    [navigate, path],
  );
  return [values, change];
}

/** A function that returns this screen's URL with some parameters changed. An empty value removes one; others are kept. */
export function useHrefWith(): (change: Change) => string {
  const [path] = useLocation();
  const search = useSearch();
  return useCallback((change) => withChange(path, search, change), [path, search]);
}

type Change = Readonly<Record<string, string | undefined>>;

function withChange(path: string, search: string, change: Change): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(change)) {
    if (value) params.set(name, value);
    else params.delete(name);
  }
  return writeHref(path, params);
}

/**
 * The open entry of a list, in the `open` parameter of the URL: a link or reload shows it again, and Back closes it.
 * @returns its key, "" for none, and a function that opens an entry, or closes it with "".
 */
export function useOpenEntry(): [key: string, open: (key: string) => void] {
  const opened = new URLSearchParams(useSearch()).get("open") ?? "";
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  return [opened, (open) => navigate(hrefWith({ open }))];
}
