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
  /**
   * Table width in CSS pixels from which the column is shown. In a narrower table, or if the others leave the main column too little room, it is folded
   * below the main cell.
   */
  from?: number;
  /** Content when folded, if it differs from the cell; null for none. */
  folded?: (row: Row) => ReactNode;
  /**
   * Text for downloads, if the cell contains more than its value, such as links. By default, the cell's text.
   */
  text?: (row: Row) => string;
  /**
   * Exact value for downloads, in addition to the cell's text; by default `sortValue` of columns that are numeric or have a unit.
   */
  exact?: (row: Row) => number | null;
  /** Unit of the exact value: "ms". Times are in milliseconds since the epoch, and downloaded as in ISO 8601. */
  unit?: string | "time";
}

/** Common values for `from`, in CSS pixels: tablets and desktops. */
export const MEDIUM = 500;
export const WIDE = 900;

/** Minimum width of a column without one, in CSS pixels: enough for a word. */
const MIN_SHARE = 144;
/** Tailwind's breakpoints and unit of width, in CSS pixels. */
const BREAKPOINTS: Readonly<Record<string, number>> = { sm: 640, md: 768, lg: 1024 };
const WIDTH_UNIT = 4;
const REM = 16;

/** The widths that decide which columns fit, in CSS pixels. */
interface TableWidth {
  table: number;
  /** Width of the window, on which the widths of some columns depend. */
  window: number;
}

/**
 * The columns that are folded below the main cell: those that the table is too narrow for, then the least important ones until the main column has enough width.
 */
export function foldedColumns<Row>(columns: readonly Column<Row>[], width: TableWidth): Column<Row>[] {
  const folded = columns.filter(({ from = 0 }) => from > width.table);
  const rest = columns
    .filter((column) => (column.from ?? 0) > 0 && !folded.includes(column))
    .reverse()
    .sort((one, other) => (other.from ?? 0) - (one.from ?? 0));
  for (const column of rest) {
    if (shareOf(without(columns, folded), width) >= MIN_SHARE) break;
    folded.push(column);
  }
  return columns.filter((column) => folded.includes(column));
}

function without<Row>(columns: readonly Column<Row>[], folded: readonly Column<Row>[]): Column<Row>[] {
  return columns.filter((column) => !folded.includes(column));
}

/** The width that each column without its own gets; infinity if all have one. */
function shareOf<Row>(columns: readonly Column<Row>[], width: TableWidth): number {
  const widths = columns.map((column) => widthOf(column.width, width));
  const flexible = widths.filter((each) => each === null).length;
  const taken = widths.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  return flexible === 0 ? Number.POSITIVE_INFINITY : (width.table - taken) / flexible;
}

/** Width of "w-24", "w-24 lg:w-56", "w-[22rem]" or "w-2/5" in CSS pixels; null without one. */
function widthOf(classes: string | undefined, width: TableWidth): number | null {
  let result: number | null = null;
  for (const each of classes?.split(" ") ?? []) {
    const [, breakpoint, size = ""] = /^(?:(\w+):)?w-(.+)$/.exec(each) ?? [];
    if (breakpoint && (BREAKPOINTS[breakpoint] ?? 0) > width.window) continue;
    const [numerator = 0, denominator] = size.split("/").map(Number);
    if (size.endsWith("rem]")) result = Number.parseFloat(size.slice(1)) * REM;
    else result = denominator ? (width.table * numerator) / denominator : numerator * WIDTH_UNIT;
  }
  return result;
}

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
