import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

/**
 * Filters that live in the address, so that a link shows the same list. An absent one is empty.
 * @returns their values, and a function that changes some of them; the rest of the address stays.
 */
export function useFilters<Name extends string>(
  names: readonly Name[],
): [Record<Name, string>, (change: Partial<Record<Name, string>>) => void] {
  const search = useSearch();
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const values = useMemo(() => {
    const params = new URLSearchParams(search);
    return Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""])) as Record<Name, string>;
  }, [names, search]);
  const change = useCallback(
    (given: Partial<Record<Name, string>>) => navigate(hrefWith(given), { replace: true }),
    [navigate, hrefWith],
  );
  return [values, change];
}

/** @returns the address of this screen with some parameters changed; an empty value removes one, the others stay. */
export function useHrefWith(): (change: Readonly<Record<string, string | undefined>>) => string {
  const [path] = useLocation();
  const search = useSearch();
  return useCallback(
    (change) => {
      const params = new URLSearchParams(search);
      for (const [name, value] of Object.entries(change)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      return params.size > 0 ? `${path}?${params}` : path;
    },
    [path, search],
  );
}

/**
 * Which entry of a list is open, by the address's `open`: a link shows the same, a reload keeps it, and Back closes it.
 * @returns its key, empty where none is, and a function that opens one, or with an empty key none.
 */
export function useOpenEntry(): [key: string, open: (key: string) => void] {
  const opened = new URLSearchParams(useSearch()).get("open") ?? "";
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  return [opened, (open) => navigate(hrefWith({ open }))];
}
