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
  /** Shows the header to screen readers only, if the cells are clear without it. */
  isHeaderHidden?: boolean;
  /** Tooltip of the header. */
  hint?: string;
  cell: (row: Row) => ReactNode;
  /** The main column: folded columns go below its cell, and by default it is the row's header. If no column is marked, it is the first. */
  isMain?: boolean;
  /** Right-aligned, and sorted in descending order first. */
  isNumeric?: boolean;
  /** Value to sort by; rows with null come last. If the server sorts, it only marks the column as sortable. */
  sortValue?: (row: Row) => number | string | null;
  /** Class name for the width. Without one, columns share the remaining width equally. */
  width?: string;
  /** Class names of the cells. */
  className?: string;
  /** Table width in CSS pixels from which the column is shown. In a narrower table, it is folded below the main cell. */
  from?: number;
  /** Content when folded, if it differs from the cell; null for none. */
  folded?: (row: Row) => ReactNode;
  /** Text for downloads, if the cell has more than its value, such as links. By default, what the cell shows. */
  text?: (row: Row) => string;
  /** Exact value for downloads, beside what the cell shows; by default `sortValue` of columns that are numeric or have a unit. */
  exact?: (row: Row) => number | null;
  /** Unit of the exact value: "ms". Times are in milliseconds since the epoch, and downloaded as in ISO 8601. */
  unit?: string | "time";
}

/** Common values for `from`, in CSS pixels: tablets and desktops. */
export const MEDIUM = 500;
export const WIDE = 900;

/** The features of TanStack Table in use. Others are left out of the bundle. */
export const FEATURES = tableFeatures({
  rowSortingFeature,
  columnVisibilityFeature,
  sortedRowModel: createSortedRowModel(),
});

/** Converts a column for TanStack Table. */
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

/** Compares numbers by value, and anything else as text in dictionary order. */
export function compareValues(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other), "en", { numeric: true });
}
