import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { useHrefWith } from "./useHrefWith.ts";

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
