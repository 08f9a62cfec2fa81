import type { SortingState } from "@tanstack/react-table";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { useHrefWith } from "../address/useFilters.ts";

/** Where a table's sort order comes from, and whether the server sorts. */
export interface TableSort {
  /** URL parameter: the column's ID, with "-" in front for descending order. If the server sorts, it is the ID alone. */
  param: string;
  /** Set if the server sorts, always in descending order: the ID of the column. */
  sortedBy?: string;
}

interface SortableColumn {
  id: string;
  isNumeric?: boolean | undefined;
}

const NOT_SORTED: SortingState = [];

/** The current sort order, and a function that returns the URL for a column's next one. The order is in the URL, so that links keep it. */
export function useTableSort({ param, sortedBy }: TableSort) {
  const hrefWith = useHrefWith();
  const search = useSearch();
  const sorting = useMemo(
    () => (sortedBy === undefined ? readSorting(search, param) : [{ id: sortedBy, desc: true }]),
    [search, param, sortedBy],
  );
  const hrefOf = (column: SortableColumn) => {
    const next = sortedBy === undefined ? nextOrder(column, sorting) : column.id;
    return hrefWith({ [param]: next ?? "" });
  };
  return { sorting, hrefOf };
}

/**
 * Reads the column and direction; empty if there is none.
 * @param search a query string.
 */
export function readSorting(search: string, param: string): SortingState {
  const value = new URLSearchParams(search).get(param) ?? "";
  const id = value.replace(/^-/, "");
  return id === "" ? NOT_SORTED : [{ id, desc: value.startsWith("-") }];
}

/**
 * The next sort order of a column. Numbers start in descending order, texts in ascending order. After both directions, it returns null for unsorted.
 */
export function nextOrder({ id, isNumeric = false }: SortableColumn, [current]: SortingState): string | null {
  const [first, second] = isNumeric ? [`-${id}`, id] : [id, `-${id}`];
  if (current?.id !== id) return first;
  return current.desc === isNumeric ? second : null;
}
