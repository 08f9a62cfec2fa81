import {
  type ColumnDef,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
} from "@tanstack/react-table";
import type { ReactNode } from "react";

/** One column of a table, described as data. */
export interface Column<Row> {
  id: string;
  header: string;
  /** Said to screen readers alone, where the cells explain themselves. */
  isHeaderHidden?: boolean;
  /** Explains the heading in a tooltip. */
  hint?: string;
  cell: (row: Row) => ReactNode;
  /** Names the row; what is folded stands below it. Where no column is marked, the first one. */
  isMain?: boolean;
  /** Aligned to the end, and sorted from the largest value at first. */
  isNumeric?: boolean;
  /** Rows can be sorted by this value; rows without one come last. Where the server sorts, only whether it is there counts. */
  sortValue?: (row: Row) => number | string | null;
  /** Class that sets its width; without one it takes an equal part of what is left. */
  width?: string;
  /** Classes of its cells. */
  className?: string;
  /** Width of the table, in CSS pixels, from which it has a place of its own. In a narrower table it is folded below the main cell. */
  from?: number;
  /** What is folded, where that differs from the cell; null for nothing. */
  folded?: (row: Row) => ReactNode;
}

/** Widths of tables at which columns commonly get a place of their own: on a tablet, and on a desktop. */
export const MEDIUM = 500;
export const WIDE = 900;

/** The parts of TanStack Table that are in use; others are left out of the build. */
export const FEATURES = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

/** A column as TanStack Table takes it. */
export function toColumnDef<Row extends object>({
  id,
  header,
  cell,
  sortValue,
}: Column<Row>): ColumnDef<typeof FEATURES, Row, unknown> {
  return {
    id,
    header,
    accessorFn: (row) => sortValue?.(row) ?? undefined,
    cell: ({ row }) => cell(row.original),
    enableSorting: sortValue !== undefined,
    sortUndefined: "last",
    sortFn: (one, other) => compareValues(one.getValue(id), other.getValue(id)),
  };
}

/** Numbers by their size, anything else as text in the order of a dictionary. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}
