import type { ExperimentDefinition } from "@marquee/contract";
import type { ResultsAnswer } from "@marquee/contract/schema";
import { formatCount } from "../../../../shared/format/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { formatChance, formatInterval, formatLift, formatMean, UNKNOWN } from "./formatFigures.ts";

interface SplitTableProps {
  results: ResultsAnswer;
  names: Pick<ExperimentDefinition, "variations">;
  /** By what visitors are parted. */
  title: string;
}

/** The first metric, part by part; each variation beside the control has a row of its own. */
export function SplitTable({ results, names, title }: SplitTableProps) {
  const metric = results.metrics[0]?.metric;
  if (!metric) return null;
  const rows = results.splits.flatMap(({ value, variations: [control, ...rest] }) =>
    control ? rest.map((own) => ({ value, control, own })) : [],
  );
  return (
    <table className="w-full table-fixed text-right">
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th scope="col" className="py-2 text-left font-medium">
            {title}
          </th>
          <th scope="col" className="py-2 pl-3 font-medium max-md:hidden">
            Visitors
          </th>
          <th scope="col" className="py-2 pl-3 font-medium max-md:hidden">
            {names.variations[0]?.name ?? "Control"}
          </th>
          <th scope="col" className="py-2 pl-3 font-medium max-md:hidden">
            Variation
          </th>
          <th scope="col" className="w-36 py-2 pl-3 font-medium">
            Lift
          </th>
          <th scope="col" className="w-28 py-2 pl-3 font-medium">
            Chance to be better
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, control, own }) => (
          <tr key={value + own.variation} className="border-hairline border-b align-top">
            <th scope="row" className="wrap-anywhere py-2 text-left font-medium">
              {value}
              {names.variations.length > 2 && (
                <span className="block font-normal text-ink-muted text-xs">
                  {variationName(names, own.variation)}
                </span>
              )}
            </th>
            <td className="py-2 pl-3 tabular-nums max-md:hidden">{formatCount(control.users + own.users)}</td>
            <td className="py-2 pl-3 tabular-nums max-md:hidden">{formatMean(metric, control.mean)}</td>
            <td className="py-2 pl-3 tabular-nums max-md:hidden">{formatMean(metric, own.mean)}</td>
            <td className="py-2 pl-3 tabular-nums">
              {own.lift === null ? UNKNOWN : formatLift(own.lift)}
              {own.credible && (
                <span className="block whitespace-nowrap text-ink-muted text-xs">
                  {formatInterval(own.credible)}
                </span>
              )}
            </td>
            <td className="py-2 pl-3 tabular-nums">
              {own.chanceToWin === null ? UNKNOWN : formatChance(own.chanceToWin)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
