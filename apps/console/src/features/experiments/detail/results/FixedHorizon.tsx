import type { ExperimentDefinition } from "@marquee/contract";
import type { MetricResult } from "@marquee/contract/schema";
import { variationName } from "../../experimentTexts.ts";
import { formatDifferences, formatInterval, pText } from "./formatFigures.ts";

interface FixedHorizonProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
}

/** The fixed-horizon test, collapsed: next to the always-valid one, its narrower interval would read as a second opinion. */
export function FixedHorizon({ result: { metric, variations }, names }: FixedHorizonProps) {
  const rows = variations.flatMap(({ variation, fixedHorizon }) =>
    fixedHorizon ? [{ variation, ...fixedHorizon }] : [],
  );
  if (rows.length === 0) return null;
  return (
    <details className="mt-3">
      <summary className="text-ink-muted text-xs">Fixed-horizon test</summary>
      <p className="mt-1.5 max-w-prose text-ink-muted">
        For a result that is read once, at a sample size chosen before the start. If you check more often, use
        the always-valid numbers above, as the verdict does.
      </p>
      <ul className="mt-1.5 tabular-nums">
        {rows.map(({ variation, lift, difference, pValue }) => (
          <li key={variation}>
            <span className="font-medium">{variationName(names, variation)}</span>:{" "}
            {lift ? formatInterval(lift) : formatDifferences(metric, difference)}, {pText(pValue)}
          </li>
        ))}
      </ul>
    </details>
  );
}
