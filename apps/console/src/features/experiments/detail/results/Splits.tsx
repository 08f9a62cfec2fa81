import type { ExperimentDefinition } from "@marquee/contract";
import { type ResultsAnswer, SPLITS, type Split } from "@marquee/contract/schema";
import { Link, useLocation, useSearch } from "wouter";
import { formatCount } from "../../../../shared/format.ts";
import { variationName } from "../../experimentTexts.ts";
import { formatChance, formatInterval, formatLift, formatMean, UNKNOWN } from "./formatFigures.ts";

const SPLIT_NAMES: Record<Split, string> = { device: "Device", country: "Country", source: "Source" };

/** @returns the split that an address names; the first one where it names none. */
export function readSplit(search: string): Split {
  const asked = new URLSearchParams(search).get("split");
  return SPLITS.find((split) => split === asked) ?? SPLITS[0];
}

interface SplitsProps {
  results: ResultsAnswer;
  names: Pick<ExperimentDefinition, "variations">;
}

/** The first metric for parts of the visitors; by which, the address says. */
export function Splits({ results, names }: SplitsProps) {
  const [path] = useLocation();
  const chosen = readSplit(useSearch());
  return (
    <section className="mt-10">
      <h3 className="font-medium">Parts of the visitors</h3>
      <p className="text-ink-muted text-xs">
        Among many parts some differ by chance: their p-values are corrected for that, and none decides by
        itself.
      </p>
      <nav aria-label="Split by" className="mt-3 flex gap-1 border-hairline border-b">
        {SPLITS.map((split) => (
          <Link
            key={split}
            href={`${path}?split=${split}`}
            replace
            aria-current={split === chosen ? "true" : undefined}
            className="-mb-px border-transparent border-b-2 px-3 py-2 text-ink-muted hover:text-ink aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-ink"
          >
            {SPLIT_NAMES[split]}
          </Link>
        ))}
      </nav>
      {results.splits.length === 0 ? (
        <p className="py-3 text-ink-muted">No visitors yet.</p>
      ) : (
        <SplitTable results={results} names={names} title={SPLIT_NAMES[chosen]} />
      )}
    </section>
  );
}

function SplitTable({ results, names, title }: SplitsProps & { title: string }) {
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
