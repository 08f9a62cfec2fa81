import { labelOf } from "./labels.ts";
import type { SeriesChartProps } from "./SeriesChart.tsx";

export interface SeriesTableProps extends Pick<SeriesChartProps, "starts" | "lines" | "interval"> {
  format: (value: number) => string;
}

/** A figure as text, and a dash where there is none. */
export function writeFigure(value: number | null | undefined, format: (value: number) => string): string {
  return typeof value === "number" ? format(value) : "–";
}

/** The figures of a chart as text, for who does not see the chart or wants to copy them. */
export function SeriesTable({ starts, lines, interval, format }: SeriesTableProps) {
  const figures = lines.filter(({ isMark }) => !isMark);
  return (
    <details className="mt-2 text-xs">
      <summary className="w-fit text-ink-muted hover:text-ink">Show as a table</summary>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full max-w-xl text-right">
          <thead>
            <tr className="border-hairline border-b">
              <th className="py-1 text-left font-medium">{interval === "hour" ? "Hour" : "Day"}</th>
              {figures.map(({ name }) => (
                <th key={name} className="py-1 pl-4 font-medium">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {starts.map((start, index) => (
              <tr key={start} className="border-hairline border-b">
                <th className="whitespace-nowrap py-1 text-left font-normal">{labelOf(start, interval)}</th>
                {figures.map(({ name, values }) => (
                  <td key={name} className="pl-4">
                    {writeFigure(values[index], format)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
