import { useCallback } from "react";
import { useLocation, useSearch } from "wouter";

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
