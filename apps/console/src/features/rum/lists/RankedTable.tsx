import type { ReactNode } from "react";
import { formatCounted } from "../../../shared/format/format.ts";
import { useMatches } from "../../../shared/ui/useMatches.ts";
import { RankedRow } from "./RankedRow.tsx";
import { SortHead } from "./SortHead.tsx";

/** A figure of each row; rows can be ordered by those that have an order. */
export interface Column<Row, Order extends string> {
  label: string;
  by?: Order;
  cell: (row: Row) => string;
  /** What stands below the name on small screens, where it has no column; empty for nothing. Without it, it has a column on all. */
  aside?: (row: Row) => string;
}

export interface RankedTableProps<Row, Order extends string> {
  /** What a row is, in the singular. */
  noun: string;
  rows: readonly Row[];
  hasMore: boolean;
  keyOf: (row: Row) => string;
  name: (row: Row) => ReactNode;
  columns: readonly Column<Row, Order>[];
  by: Order;
  /** What a row opens to, where it does. */
  details?: (row: Row) => ReactNode;
}

/** Where there is room for every column. */
const WIDE = "(min-width: 1200px)";

/** Rows with their figures, the largest first by the figure that the address names. */
export function RankedTable<Row, Order extends string>(props: RankedTableProps<Row, Order>) {
  const { noun, rows, hasMore, by, keyOf, name, details } = props;
  const isWide = useMatches(WIDE);
  const columns = props.columns.filter(({ aside }) => isWide || !aside);
  const aside = (row: Row) =>
    isWide ? "" : props.columns.flatMap((column) => column.aside?.(row) || []).join(", ");
  return (
    <>
      <table className="mt-2 w-full table-fixed text-left">
        <colgroup>
          <col />
          {columns.map(({ label }) => (
            <col key={label} className="w-24 lg:w-28" />
          ))}
        </colgroup>
        <thead>
          <tr className="border-hairline border-b text-ink-muted text-xs">
            <th className="py-2 pr-4 font-medium capitalize">{noun}</th>
            {columns.map((column) => (
              <SortHead key={column.label} {...column} chosen={by} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RankedRow key={keyOf(row)} {...{ row, name, columns, aside, details }} />
          ))}
        </tbody>
      </table>
      <p role="status" className="mt-4 text-ink-muted text-xs tabular-nums">
        {formatCounted(rows.length, noun)} shown
        {hasMore ? "; there are more: narrow them, or order them otherwise." : ". There are no more."}
      </p>
    </>
  );
}
