import { type ExperimentDefinition, formatCount, formatCounted, type Metric } from "@marquee/contract";
import type { MetricResult, VariationFigures } from "@marquee/contract/schema";
import { useMemo } from "react";
import type { Column } from "../../../../shared/table/columns.ts";
import { DataTable } from "../../../../shared/table/DataTable.tsx";
import { variationName } from "../../experimentTexts.ts";
import {
  formatChance,
  formatDifference,
  formatDifferences,
  formatInterval,
  formatLift,
  formatLoss,
  formatMean,
  formatPValue,
  UNKNOWN,
} from "./formatFigures.ts";

interface FigureCell {
  label: string;
  value: string;
  /** Lines below the value. */
  notes?: string[];
}

/** Number of columns that don't compare with the control. They come first. */
const OWN_COLUMNS = 2;

/** Table width in CSS pixels from which all columns fit side by side. */
const ROOMY = 768;

interface MetricTableProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
  /** Whether to show the columns that compare with the control. */
  isCompared: boolean;
}

/** The metric's numbers for each variation: as columns if they fit, stacked otherwise. */
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
          ...(header === "Lift" ? { width: "w-38" } : {}),
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

/** A cell's value and notes, or a dash. The control has no comparisons, so most of its cells are empty. */
function Figure({ cell }: { cell: FigureCell | undefined }) {
  if (!cell) return <span className="text-ink-muted">–</span>;
  return (
    <>
      {cell.value}
      {cell.notes?.map((note) => (
        <span key={note} className="block whitespace-nowrap text-ink-muted text-xs">
          {note}
        </span>
      ))}
    </>
  );
}

/** Column headers of a metric, after the variation's. */
function columnsOf(metric: Metric): string[] {
  return ["Visitors", meanName(metric), "Lift", "p-value", "Chance to win", "Expected loss"];
}

/** A variation's cells, in the order of {@link columnsOf}. The control has only the first {@link OWN_COLUMNS}. */
function cellsOf({ metric, variations }: MetricResult, figures: VariationFigures): FigureCell[] {
  const [control] = variations;
  const cells: FigureCell[] = [
    { label: "Visitors", value: formatCount(figures.users) },
    { label: meanName(metric), value: formatMean(metric, figures.mean), notes: [totalText(metric, figures)] },
  ];
  if (!control || figures === control) return cells;
  const orUnknown = (value: number | null, format: (value: number) => string) =>
    value === null ? UNKNOWN : format(value);
  return [
    ...cells,
    liftCell(metric, figures, figures.mean - control.mean),
    { label: "p-value", value: orUnknown(figures.sequential?.pValue ?? null, formatPValue) },
    { label: "Chance to win", value: orUnknown(figures.chanceToWin, formatChance) },
    { label: "Expected loss", value: orUnknown(figures.expectedLoss, formatLoss) },
  ];
}

/** The lift with its interval and the difference. Over a control of about 0, a lift has no bounds: then the difference has the interval. */
function liftCell(metric: Metric, { lift, sequential }: VariationFigures, difference: number): FigureCell {
  if (!sequential) return { label: "Lift", value: UNKNOWN };
  const absolute = formatDifference(metric, difference);
  if (lift !== null && sequential.lift)
    return { label: "Lift", value: formatLift(lift), notes: [formatInterval(sequential.lift), absolute] };
  const interval = formatDifferences(metric, sequential.difference);
  return lift === null
    ? { label: "Lift", value: absolute, notes: [interval] }
    : { label: "Lift", value: formatLift(lift), notes: [absolute, interval] };
}

function meanName({ type }: Metric): string {
  return type === "conversion" ? "Conversion" : "Per visitor";
}

function totalText({ type }: Metric, { total }: VariationFigures): string {
  return type === "conversion" ? formatCounted(total, "visitor") : `${formatCount(Math.round(total))} total`;
}
