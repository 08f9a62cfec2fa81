import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";

/**
 * Filters that live in the address, so that a link shows the same list. An absent one is empty.
 * @returns their values, and a function that changes some of them; what else the address says stays.
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
    (given: Partial<Record<Name, string>>) => {
      const params = new URLSearchParams(search);
      for (const [name, value] of Object.entries<string | undefined>(given)) {
        if (value) params.set(name, value);
        else params.delete(name);
      }
      navigate(params.size > 0 ? `${path}?${params}` : path, { replace: true });
    },
    [navigate, path, search],
  );
  return [values, change];
}
