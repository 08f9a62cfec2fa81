import type { ExperimentDefinition } from "@marquee/contract";
import type { MetricResult, VariationFigures } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { Column } from "../../../../shared/table/columns.ts";
import { DataTable } from "../../../../shared/table/DataTable.tsx";
import { variationName } from "../../experimentTexts.ts";
import { cellsOf, columnsOf, type FigureCell, OWN_COLUMNS } from "./figureCells.ts";

/** Width of the table, in CSS pixels, from which all figures have room side by side. */
const ROOMY = 768;

interface MetricTableProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
  /** Whether the columns that compare with the control are shown. */
  isCompared: boolean;
}

/** The figures of each variation: side by side where there is room, else one below the other. */
export function MetricTable({ result, names, isCompared }: MetricTableProps) {
  const columns = useMemo<Column<VariationFigures>[]>(() => {
    const headers = columnsOf(result.metric).slice(0, isCompared ? undefined : OWN_COLUMNS);
    return [
      {
        id: "variation",
        header: "Variation",
        className: "wrap-anywhere",
        cell: ({ variation }) => <span className="font-medium">{variationName(names, variation)}</span>,
      },
      ...headers.map((header, index): Column<VariationFigures> => {
        const cellOf = (figures: VariationFigures) => cellsOf(result, figures)[index];
        return {
          id: header,
          header,
          isNumeric: true,
          from: isCompared ? ROOMY : 0,
          cell: (figures) => <Figure cell={cellOf(figures)} />,
          folded: (figures) => (cellOf(figures) ? <Figure cell={cellOf(figures)} /> : null),
        };
      }),
    ];
  }, [result, names, isCompared]);
  return (
    <div className="mt-3">
      <DataTable
        caption={result.metric.name}
        columns={columns}
        rows={result.variations}
        keyOf={({ variation }) => variation}
      />
    </div>
  );
}

/** The control is compared with nothing, so that most of its row is empty. */
function Figure({ cell }: { cell: FigureCell | undefined }) {
  if (!cell) return <span className="text-ink-muted">–</span>;
  return (
    <>
      {cell.value}
      {cell.notes?.map((note) => (
        <span key={note} className="block text-ink-muted text-xs">
          {note}
        </span>
      ))}
    </>
  );
}
