import type { SortingState } from "@tanstack/react-table";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { useHrefWith } from "../address/useFilters.ts";

/** Where the order of a table's rows comes from, and who sorts them. */
export interface TableSort {
  /** Name of the parameter in the address: the column's id, after "-" where the largest value comes first. */
  param: string;
  /** Set where the server sorts: the column that it sorted by, the largest value first. */
  sortedBy?: string;
}

interface SortableColumn {
  id: string;
  isNumeric?: boolean | undefined;
}

const NOT_SORTED: SortingState = [];

/** The order that the address asks for, so that a link shows the same one; and the address of the order that a press on a heading asks for. */
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

/** @param search a query string. @returns the column and direction that it names; none where it names nothing. */
export function readSorting(search: string, param: string): SortingState {
  const value = new URLSearchParams(search).get(param) ?? "";
  const id = value.replace(/^-/, "");
  return id === "" ? NOT_SORTED : [{ id, desc: value.startsWith("-") }];
}

/** Numbers begin with the largest, texts with A; a third press returns to the order that the rows came in. */
export function nextOrder({ id, isNumeric = false }: SortableColumn, [current]: SortingState): string | null {
  const [first, second] = isNumeric ? [`-${id}`, id] : [id, `-${id}`];
  if (current?.id !== id) return first;
  return current.desc === isNumeric ? second : null;
}
