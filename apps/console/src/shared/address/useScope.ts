import { defaultRangeOf } from "@marquee/contract";
import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { type Filter, writeFilter } from "./filters.ts";
import {
  type ReadScope,
  readScope,
  SCOPE_PARAMS,
  type Scope,
  type ScopeFilters,
  writeScope,
} from "./scope.ts";
import { writeHref } from "./writeHref.ts";

interface CurrentScope extends ReadScope {
  /** URL of this screen with part of the scope changed. */
  hrefWith: (change: Partial<Scope>) => string;
  /** Changes part of the scope; Back undoes it. */
  change: (change: Partial<Scope>) => void;
}

/** The date range, comparison and filters in the URL. */
export function useScope(): CurrentScope {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const { scope, ignored } = useMemo(() => readScope(path, search), [path, search]);
  const hrefWith = useCallback(
    (change: Partial<Scope>) => {
      const params = new URLSearchParams(search);
      writeScope(path, params, { ...scope, ...change });
      return writeHref(path, params);
    },
    [path, search, scope],
  );
  const change = useCallback((changes: Partial<Scope>) => navigate(hrefWith(changes)), [navigate, hrefWith]);
  return { scope, ignored, hrefWith, change };
}

/** @param more other parameters. @param filters besides those of the scope. */
type ScreenHref = (
  path: string,
  more?: Readonly<Record<string, string>>,
  filters?: readonly Filter[],
) => string;

interface ScreenHrefOptions {
  /**
   * If the date range is this screen's default, whether the link uses the target screen's default instead.
   */
  hasOwnDefault?: boolean;
}

/** A function that returns the URL of a screen with the scope of this one, so that date range and filters stay the same. */
export function useScreenHref({ hasOwnDefault = false }: ScreenHrefOptions = {}): ScreenHref {
  const search = useSearch();
  const [here] = useLocation();
  return useCallback(
    (path, more = {}, filters = []) => {
      const currentParams = new URLSearchParams(search);
      const params = new URLSearchParams();
      for (const name of SCOPE_PARAMS)
        for (const value of currentParams.getAll(name)) params.append(name, value);
      for (const filter of filters) {
        const written = writeFilter(filter);
        if (!params.getAll("f").includes(written)) params.append("f", written);
      }
      if (!hasOwnDefault && !currentParams.has("range") && defaultRangeOf(here) !== defaultRangeOf(path))
        params.set("range", defaultRangeOf(here));
      for (const [name, value] of Object.entries(more)) params.set(name, value);
      return writeHref(path, params);
    },
    [here, search, hasOwnDefault],
  );
}

/** Whether the scope has filters. */
export function isFiltered({ filters, anyOf, segments }: ScopeFilters): boolean {
  return filters.length + anyOf.length + segments.length > 0;
}

/** A change that removes all filters. */
export const NO_FILTERS: ScopeFilters = { filters: [], anyOf: [], segments: [] };
