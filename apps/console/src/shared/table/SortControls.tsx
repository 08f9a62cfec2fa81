import type { SortingState } from "@tanstack/react-table";
import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Link } from "wouter";
import { useFilters } from "../address/useFilters.ts";
import { FilterSelect } from "../filters/filters.tsx";
import type { Column } from "./columns.ts";
import { nextOrder, type TableSort } from "./useTableSort.ts";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;
const ARROWS = { asc: ArrowUp, desc: ArrowDown };

interface ColumnHeaderProps {
  column: Pick<Column<never>, "header" | "isHeaderHidden" | "hint" | "isNumeric">;
  /** Current sort direction of the column; null if the rows are not sorted by it. */
  direction: "asc" | "desc" | null;
  /** URL that sorts by the column; null if it is not sortable. */
  href: string | null;
}

/** Header of a column. If it is sortable, it links to the next sort order, in the URL. */
export function ColumnHeader({
  column: { header, isHeaderHidden, hint, isNumeric },
  direction,
  href,
}: ColumnHeaderProps) {
  const Arrow = direction && ARROWS[direction];
  return (
    <th
      scope="col"
      title={hint}
      aria-sort={direction ? ARIA_SORT[direction] : undefined}
      className={clsx("py-2 pl-4 align-bottom font-medium first:pl-0", isNumeric && "text-right")}
    >
      {href === null ? (
        <span className={isHeaderHidden ? "sr-only" : undefined}>{header}</span>
      ) : (
        <Link
          href={href}
          replace
          className={clsx(
            "inline-flex items-center gap-1 underline-offset-4 hover:text-ink hover:underline",
            direction && "text-ink",
          )}
        >
          {Arrow && <Arrow aria-hidden="true" className="size-3 shrink-0" />}
          {header}
        </Link>
      )}
    </th>
  );
}

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  sort: TableSort;
  sorting: SortingState;
}

/** Sort menu for tables with folded columns. */
export function SortSelect<Row>({ columns, sort: { param, sortedBy }, sorting }: SortSelectProps<Row>) {
  const [, setFilters] = useFilters([param]);
  const sortable = columns.filter(({ sortValue }) => sortValue);
  const [first, ...rest] = sortable.map((column) => {
    const order = sortedBy === undefined ? nextOrder(column, []) : column.id;
    return [order ?? "", column.header] as const;
  });
  const [current] = sorting;
  const chosen = sortable.findIndex(({ id }) => id === current?.id);
  const isServerSorted = sortedBy !== undefined;
  if (!first) return null;
  const choices = isServerSorted ? rest : [first, ...rest];
  return (
    <div className="mb-2 w-48">
      <FilterSelect
        label="Sort by"
        all={isServerSorted ? first[1] : "Default order"}
        value={choices.find(([, name]) => name === sortable[chosen]?.header)?.[0] ?? ""}
        choices={choices}
        onChange={(value) => setFilters({ [param]: value })}
      />
    </div>
  );
}
