import type { SortingState } from "@tanstack/react-table";
import { useFilters } from "../address/useFilters.ts";
import { FilterSelect } from "../filters/FilterSelect.tsx";
import type { Column } from "./columns.ts";
import { nextOrder, type TableSort } from "./useTableSort.ts";

interface SortSelectProps<Row> {
  columns: readonly Column<Row>[];
  sort: TableSort;
  sorting: SortingState;
}

/** Sorts a table whose headings are not all in sight. */
export function SortSelect<Row>({ columns, sort: { param, sortedBy }, sorting }: SortSelectProps<Row>) {
  const [, setFilters] = useFilters([param]);
  const sortable = columns.filter(({ sortValue }) => sortValue);
  const [first, ...others] = sortable.map((column) => {
    const order = sortedBy === undefined ? nextOrder(column, []) : column.id;
    return [order ?? "", column.header] as const;
  });
  const [current] = sorting;
  const chosen = sortable.findIndex(({ id }) => id === current?.id);
  const isServerSorted = sortedBy !== undefined;
  if (!first) return null;
  const choices = isServerSorted ? others : [first, ...others];
  return (
    <div className="mb-2 max-w-48">
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
