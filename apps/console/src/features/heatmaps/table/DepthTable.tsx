import { formatCounted } from "@marquee/contract";
import type { ScrollDepth } from "@marquee/contract/schema";
import { useMemo } from "react";
import { formatShare } from "../../../shared/format/format.ts";
import type { Column } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";

interface DepthTableProps {
  sides: readonly ScrollDepth[];
  /** Name of each side. */
  sideNames: readonly string[];
}

interface DepthRow {
  /** Percent of the page's height. */
  depth: number;
}

const ROWS: readonly DepthRow[] = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].map((depth) => ({ depth }));
const DEPTH: Column<DepthRow> = { id: "depth", header: "Depth", cell: ({ depth }) => `${depth}%` };

/** The share of page views that reached each tenth of the page. */
export function DepthTable({ sides, sideNames }: DepthTableProps) {
  const columns = useMemo<Column<DepthRow>[]>(
    () => [
      DEPTH,
      ...sides.map(
        ({ reached }, index): Column<DepthRow> => ({
          id: String(index),
          header: (sides.length > 1 && sideNames[index]) || "Reached",
          isNumeric: true,
          cell: ({ depth }) => (reached[depth] === undefined ? "–" : formatShare(reached[depth])),
        }),
      ),
    ],
    [sides, sideNames],
  );
  return (
    <section aria-label="Depth" className="min-w-0">
      <h3 className="font-medium">Scroll depth</h3>
      <p className="mt-1 mb-2 text-ink-muted text-xs">
        {sides.map(({ views }) => formatCounted(views, "page view")).join(" and ")} reported their scroll
        depth.
      </p>
      <DataTable caption="Scroll depth" columns={columns} rows={ROWS} keyOf={({ depth }) => String(depth)} />
    </section>
  );
}
