import type { ExperimentDefinition } from "@marquee/contract";
import type { MetricResult } from "@marquee/contract/schema";
import { variationName } from "../../experimentTexts.ts";
import { cellsOf, columnsOf, type FigureCell, OWN_COLUMNS } from "./figureCells.ts";

interface MetricTableProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
  /** Whether the columns that compare with the control are shown. */
  isCompared: boolean;
}

/** The figures of each variation: a table where there is room, one below the other where there is not. */
export function MetricTable({ result, names, isCompared }: MetricTableProps) {
  const columns = columnsOf(result.metric).slice(0, isCompared ? undefined : OWN_COLUMNS);
  const rows = result.variations.map((figures) => ({
    key: figures.variation,
    name: variationName(names, figures.variation),
    cells: cellsOf(result, figures).slice(0, columns.length),
  }));
  return (
    <div className="@container">
      <table className="mt-3 hidden w-full text-right @3xl:table">
        <thead>
          <tr className="border-hairline border-b text-ink-muted text-xs">
            <th scope="col" className="py-2 pr-3 text-left font-medium">
              Variation
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="py-2 pl-3 align-bottom font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key} className="border-hairline border-b align-top">
              <th scope="row" className="wrap-anywhere py-2 pr-3 text-left font-medium">
                {name}
              </th>
              {columns.map((column, index) => (
                <td key={column} className="whitespace-nowrap py-2 pl-3 tabular-nums">
                  <Figure cell={cells[index]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 grid gap-x-8 gap-y-4 @md:grid-cols-2 @3xl:hidden">
        {rows.map(({ key, name, cells }) => (
          <div key={key}>
            <h4 className="font-medium">{name}</h4>
            <dl className="mt-1 border-hairline border-t">
              {cells.map((cell) => (
                <div
                  key={cell.label}
                  className="flex justify-between gap-x-3 border-hairline border-b py-1.5"
                >
                  <dt className="text-ink-muted">{cell.label}</dt>
                  <dd className="whitespace-nowrap text-right tabular-nums">
                    <Figure cell={cell} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
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
