import clsx from "clsx";
import { ChevronRight } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Column } from "./RankedTable.tsx";

interface RankedRowProps<Row, Order extends string> {
  row: Row;
  name: (row: Row) => ReactNode;
  columns: readonly Column<Row, Order>[];
  /** What is said below the name of figures without a column. */
  aside: (row: Row) => string;
  details: ((row: Row) => ReactNode) | undefined;
}

/** One row; where there are details, a press on its name opens them below. */
export function RankedRow<Row, Order extends string>(props: RankedRowProps<Row, Order>) {
  const { row, name, columns, aside, details } = props;
  const [isOpen, setOpen] = useState(false);
  const below = aside(row);
  return (
    <>
      <tr className="border-hairline border-t hover:bg-surface-sunken">
        <td className="py-2 pr-3 align-top">
          {details ? (
            <button
              type="button"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              className="group -ml-0.5 flex w-full items-start gap-1.5 text-left"
            >
              <ChevronRight
                aria-hidden="true"
                className="mt-0.5 size-4 shrink-0 text-ink-muted transition-transform group-aria-expanded:rotate-90"
              />
              <span className="wrap-anywhere min-w-0 font-medium">{name(row)}</span>
            </button>
          ) : (
            name(row)
          )}
          {below && (
            <span className={clsx("block text-ink-muted text-xs tabular-nums", details && "pl-5")}>
              {below}
            </span>
          )}
        </td>
        {columns.map(({ label, cell }) => (
          <td key={label} className="py-2 pl-3 text-right align-top tabular-nums">
            {cell(row)}
          </td>
        ))}
      </tr>
      {details && isOpen && (
        <tr>
          <td colSpan={columns.length + 1} className="pt-1 pb-6 lg:pl-5">
            {details(row)}
          </td>
        </tr>
      )}
    </>
  );
}
