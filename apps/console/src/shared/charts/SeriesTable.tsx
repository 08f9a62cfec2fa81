import { COUNTS } from "./figureScale.ts";
import { labelOf } from "./labels.ts";
import type { SeriesChartProps } from "./SeriesChart.tsx";

/** The figures of a chart as text, for who does not see the chart or wants to copy them. */
export function SeriesTable(props: Omit<SeriesChartProps, "height">) {
  const { starts, lines, interval, scale = COUNTS, marks = [] } = props;
  return (
    <details className="mt-2 text-xs">
      <summary className="w-fit text-ink-muted hover:text-ink">Show as a table</summary>
      <div className="mt-2 overflow-x-auto">
        <table className="w-full max-w-xl text-right">
          <thead>
            <tr className="border-hairline border-b">
              <th className="py-1 text-left font-medium">{interval === "hour" ? "Hour" : "Day"}</th>
              {lines.map(({ name }) => (
                <th key={name} className="py-1 pl-4 font-medium">
                  {name}
                </th>
              ))}
              {marks.length > 0 && <th className="py-1 pl-4 font-medium">Release</th>}
            </tr>
          </thead>
          <tbody>
            {starts.map((start, index) => (
              <tr key={start} className="border-hairline border-b">
                <th className="whitespace-nowrap py-1 text-left font-normal">{labelOf(start, interval)}</th>
                {lines.map(({ name, values, band }) => (
                  <td key={name} className="pl-4">
                    {cellText(values[index], scale.format)}
                    {band && (
                      <span className="block text-ink-muted">
                        {cellText(band.low[index], scale.format)} to{" "}
                        {cellText(band.high[index], scale.format)}
                      </span>
                    )}
                  </td>
                ))}
                {marks.length > 0 && (
                  <td className="pl-4">{marks.find((mark) => mark.index === index)?.label}</td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function cellText(value: number | null | undefined, format: (value: number) => string): string {
  return value == null ? "not yet" : format(value);
}
