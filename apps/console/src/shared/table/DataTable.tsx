import { type Row as TableRow, useTable } from "@tanstack/react-table";
import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useId, useMemo, useRef, useState } from "react";
import { useElementWidth } from "../ui/useElementWidth.ts";
import { type Column, FEATURES, foldedColumns, toColumnDef } from "./columns.ts";
import { type CsvSource, DownloadCsv } from "./DownloadCsv.tsx";
import { ColumnHeader, SortSelect } from "./SortControls.tsx";
import { type TableSort, useTableSort } from "./useTableSort.ts";

export interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Whether the main cell is the row's header. */
  hasRowHeaders?: boolean;
  /** Where the sort order comes from. */
  sort?: TableSort;
  /** Content of an expanded row. */
  details?: (row: Row) => ReactNode;
  rowClassName?: (row: Row) => string;
  /** Where the rows of a download come from, if not only from this table; null for no download. */
  csv?: CsvSource<Row> | null;
}

/** Tables with at most this many rows need no sort menu on narrow screens. */
const SHORT = 8;

const BY_SORT_PARAM: TableSort = { param: "sort" };

/** A table. If it is too narrow, columns fold below the main cell, so that it never scrolls horizontally. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, sort = BY_SORT_PARAM, csv } = props;
  const container = useRef<HTMLDivElement>(null);
  const width = useElementWidth(container);
  const { sorting, hrefOf } = useTableSort(sort);
  const folded = foldedColumns(columns, { table: width, window: innerWidth });
  const table = useTable({
    features: FEATURES,
    columns: useMemo(() => columns.map(toColumnDef), [columns]),
    data: rows,
    getRowId: keyOf,
    manualSorting: sort.sortedBy !== undefined,
    state: { sorting, columnVisibility: Object.fromEntries(folded.map(({ id }) => [id, false])) },
  });
  const visibleColumns = columns.filter((column) => !folded.includes(column));
  const main = columns.find(({ isMain }) => isMain) ?? columns[0];
  return (
    <div ref={container}>
      <div className="flex items-end gap-3">
        {rows.length > SHORT && folded.some(({ sortValue }) => sortValue) && (
          <SortSelect columns={columns} sort={sort} sorting={sorting} />
        )}
        {rows.length > 0 && csv !== null && (
          <div className="ml-auto">
            <DownloadCsv
              caption={caption}
              columns={columns}
              keyOf={keyOf}
              {...csv}
              shownRows={() => table.getRowModel().rows.map(({ original }) => original)}
            />
          </div>
        )}
      </div>
      <table className="w-full table-fixed text-left">
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          {visibleColumns.map(({ id, width: className }) => (
            <col key={id} className={className} />
          ))}
        </colgroup>
        <thead>
          <tr className="border-hairline border-b text-ink-muted text-xs">
            {visibleColumns.map((column) => (
              <ColumnHeader
                key={column.id}
                column={column}
                direction={table.getColumn(column.id)?.getIsSorted() || null}
                href={column.sortValue ? hrefOf(column) : null}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <BodyRow
              key={row.id}
              {...props}
              row={row}
              visibleColumns={visibleColumns}
              folded={folded}
              main={main}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BodyRowProps<Row extends object>
  extends Pick<DataTableProps<Row>, "hasRowHeaders" | "details" | "rowClassName"> {
  row: TableRow<typeof FEATURES, Row>;
  visibleColumns: readonly Column<Row>[];
  folded: readonly Column<Row>[];
  main: Column<Row> | undefined;
}

function BodyRow<Row extends object>(props: BodyRowProps<Row>) {
  const { row, visibleColumns, folded, main, hasRowHeaders = true, details, rowClassName } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { original } = row;
  return (
    <>
      <tr
        className={clsx(
          "border-hairline border-b align-top hover:bg-surface-sunken",
          rowClassName?.(original),
        )}
      >
        {visibleColumns.map((column) => {
          const content = column.cell(original);
          const isHeader = column === main && hasRowHeaders;
          const Cell = isHeader ? "th" : "td";
          return (
            <Cell
              key={column.id}
              {...(isHeader && { scope: "row" as const })}
              className={clsx(
                "py-2 pl-4 font-normal first:pl-0",
                column.isNumeric && "text-right tabular-nums",
                column.className,
              )}
            >
              {column === main && details ? (
                <Disclosure isOpen={isOpen} controls={id} onToggle={() => setOpen(!isOpen)}>
                  {content}
                </Disclosure>
              ) : (
                content
              )}
              {column === main && (
                <Folded
                  columns={folded}
                  row={original}
                  isCard={visibleColumns.length === 1}
                  isIndented={Boolean(details)}
                />
              )}
            </Cell>
          );
        })}
      </tr>
      {details && isOpen && (
        <tr id={id}>
          <td colSpan={visibleColumns.length} className="pt-1 pb-6 lg:pl-5">
            {details(original)}
          </td>
        </tr>
      )}
    </>
  );
}

interface DisclosureProps {
  isOpen: boolean;
  /** ID of the element that the button expands. */
  controls: string;
  onToggle: () => void;
  children: ReactNode;
}

function Disclosure({ isOpen, controls, onToggle, children }: DisclosureProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      onClick={onToggle}
      className="group -ml-0.5 flex w-full items-start gap-1.5 text-left"
    >
      <ChevronRight
        aria-hidden="true"
        className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform group-aria-expanded:rotate-90"
      />
      <span className="wrap-anywhere min-w-0 font-medium">{children}</span>
    </button>
  );
}

interface FoldedProps<Row> {
  columns: readonly Column<Row>[];
  row: Row;
  /** Whether only the main column is shown. Each folded value then has its own line. */
  isCard: boolean;
  isIndented: boolean;
}

/** Values of folded columns, each after its header. */
function Folded<Row>({ columns, row, isCard, isIndented }: FoldedProps<Row>) {
  const values = columns.flatMap(({ id, header, cell, folded = cell }) => {
    const value = folded(row);
    return value === null || value === "" ? [] : [{ id, header, value }];
  });
  if (values.length === 0) return null;
  return (
    <dl
      className={clsx(
        "mt-0.5 text-xs tabular-nums",
        isCard ? "grid" : "flex flex-wrap gap-x-4 gap-y-0.5",
        isIndented && "pl-5",
      )}
    >
      {values.map(({ id, header, value }) => (
        <div
          key={id}
          className={clsx(
            "flex min-w-0 gap-x-1.5",
            isCard ? "justify-between border-hairline border-t py-1.5" : "flex-wrap",
          )}
        >
          <dt className="shrink-0 text-ink-muted">{header}</dt>
          <dd className={clsx("wrap-anywhere min-w-0", isCard && "text-right")}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
