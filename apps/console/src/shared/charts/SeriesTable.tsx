import { useMemo } from "react";
import type { Column } from "../table/columns.ts";
import { DataTable } from "../table/DataTable.tsx";
import { type ChartData, INTERVAL_NAMES, type Line, labelOf } from "./chartData.ts";

/** Width of a column, in CSS pixels. */
const COLUMN_WIDTH = 120;

interface SeriesRow {
  start: number;
  /** Index into the starts. */
  index: number;
}

/** An action on a point of the chart. */
export interface PointAction {
  /** "Add note". */
  name: string;
  act: (start: number) => void;
}

interface SeriesTableProps extends Omit<ChartData, "axisEnd"> {
  onPick?: PointAction | undefined;
}

/** The chart's values as a table, for people who can't see the chart or want to copy them. */
export function SeriesTable({
  starts,
  lines,
  interval,
  scale,
  marks,
  presentIndex,
  hatched,
  onPick,
}: SeriesTableProps) {
  const columns = useMemo(
    () => columnsOf({ starts, lines, interval, scale, marks, presentIndex, hatched, onPick }),
    [starts, lines, interval, scale, marks, presentIndex, hatched, onPick],
  );
  const rows = useMemo(() => starts.map((start, index): SeriesRow => ({ start, index })), [starts]);
  return (
    <details className="mt-2 text-xs">
      <summary className="w-fit text-ink-muted hover:text-ink">Show as a table</summary>
      <div className="mt-2 max-w-3xl">
        <DataTable
          caption="Values of the chart"
          columns={columns}
          rows={rows}
          keyOf={({ start }) => String(start)}
        />
      </div>
    </details>
  );
}

function columnsOf(chart: SeriesTableProps): Column<SeriesRow>[] {
  const { lines, interval, scale, marks } = chart;
  const time: Column<SeriesRow> = {
    id: "time",
    header: INTERVAL_NAMES[interval].name,
    width: "w-28",
    cell: ({ start, index }) => (
      <>
        {labelOf(start, interval)}
        {index === chart.presentIndex && <span className="block text-ink-muted">so far</span>}
        {chart.hatched?.isHatched[index] && (
          <span className="block text-ink-muted">{chart.hatched.label}</span>
        )}
      </>
    ),
    exact: ({ start }) => start,
    unit: "time",
  };
  const values = lines.map(
    (line, place): Column<SeriesRow> => ({
      id: line.name,
      header: line.name,
      isNumeric: true,
      from: COLUMN_WIDTH * (place + 2),
      cell: ({ index }) => <Value line={line} index={index} format={scale.format} />,
      exact: ({ index }) => line.values[index] ?? null,
    }),
  );
  const mark: Column<SeriesRow> = {
    id: "mark",
    header: "Changes",
    from: COLUMN_WIDTH * (lines.length + 2),
    cell: ({ index }) => marks.find((each) => each.index === index)?.label ?? "",
  };
  const action = (pointAction: PointAction): Column<SeriesRow> => ({
    id: "action",
    header: pointAction.name,
    isHeaderHidden: true,
    width: "w-24",
    className: "text-right",
    cell: ({ start }) => (
      <button
        type="button"
        aria-label={`${pointAction.name}: ${labelOf(start, interval)}`}
        className="text-ink-muted underline underline-offset-4 hover:text-ink"
        onClick={() => pointAction.act(start)}
      >
        {pointAction.name}
      </button>
    ),
  });
  return [
    time,
    ...values,
    ...(marks.length > 0 ? [mark] : []),
    ...(chart.onPick ? [action(chart.onPick)] : []),
  ];
}

interface ValueProps {
  line: Line;
  index: number;
  format: (value: number) => string;
}

function Value({ line: { values, band }, index, format }: ValueProps) {
  const text = (value: number | null | undefined) => (value == null ? "no data yet" : format(value));
  return (
    <>
      {text(values[index])}
      {band && (
        <span className="block text-ink-muted">
          {text(band.low[index])} to {text(band.high[index])}
        </span>
      )}
    </>
  );
}
