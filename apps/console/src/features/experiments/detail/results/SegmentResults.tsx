import type { ExperimentDefinition, Metric } from "@marquee/contract";
import {
  type ResultsResponse,
  type SegmentDimension,
  SPLITS,
  type VariationFigures,
} from "@marquee/contract/schema";
import { useMemo } from "react";
import { Link, useSearch } from "wouter";
import { useHrefWith } from "../../../../shared/address/useFilters.ts";
import { formatCount } from "../../../../shared/format/format.ts";
import type { Column } from "../../../../shared/table/columns.ts";
import { DataTable } from "../../../../shared/table/DataTable.tsx";
import { variationName } from "../../experimentTexts.ts";
import {
  formatChance,
  formatInterval,
  formatLift,
  formatMean,
  formatPValue,
  UNKNOWN,
} from "./formatFigures.ts";

/** Table width in CSS pixels from which all columns fit side by side. */
const ROOMY = 640;

interface SplitTableProps {
  results: ResultsResponse;
  names: Pick<ExperimentDefinition, "variations">;
  /** Name of the segment dimension. */
  title: string;
}

/** A variation and the control, within one segment. */
interface SplitRow {
  value: string;
  control: VariationFigures;
  own: VariationFigures;
}

const SPLIT_NAMES: Record<SegmentDimension, string> = {
  device: "Device",
  country: "Country",
  source: "Source",
};

/** The segment dimension in the URL, or the first one by default. */
export function readSegmentDimension(search: string): SegmentDimension {
  const asked = new URLSearchParams(search).get("split");
  return SPLITS.find((split) => split === asked) ?? SPLITS[0];
}

interface SplitsProps {
  results: ResultsResponse;
  names: Pick<ExperimentDefinition, "variations">;
}

/** The primary metric by segment. The dimension is in the URL. */
export function SegmentResults({ results, names }: SplitsProps) {
  const hrefWith = useHrefWith();
  const chosen = readSegmentDimension(useSearch());
  return (
    <section className="mt-10">
      <h3 className="font-medium">Segments</h3>
      <p className="text-ink-muted text-xs">
        With many segments, some differ by chance. Intervals and p-values are corrected for their number, and
        no segment decides on its own.
      </p>
      <nav aria-label="Segment by" className="mt-3 flex gap-1 border-hairline border-b">
        {SPLITS.map((split) => (
          <Link
            key={split}
            href={hrefWith({ split })}
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
        <SegmentTable results={results} names={names} title={SPLIT_NAMES[chosen]} />
      )}
    </section>
  );
}

/** The primary metric by segment, with one row per variation except the control. */
function SegmentTable({ results, names, title }: SplitTableProps) {
  const metric = results.metrics[0]?.metric;
  const columns = useMemo(() => (metric ? columnsOf(metric, names, title) : []), [metric, names, title]);
  const rows = results.splits.flatMap(({ value, variations: [control, ...rest] }) =>
    control ? rest.map((own): SplitRow => ({ value, control, own })) : [],
  );
  if (!metric) return null;
  return (
    <DataTable
      caption={`Results by ${title.toLowerCase()}`}
      columns={columns}
      rows={rows}
      keyOf={({ value, own }) => `${value} ${own.variation}`}
    />
  );
}

function columnsOf(
  metric: Metric,
  names: Pick<ExperimentDefinition, "variations">,
  title: string,
): Column<SplitRow>[] {
  const mean = (figures: VariationFigures) => formatMean(metric, figures.mean);
  return [
    {
      id: "value",
      header: title,
      className: "wrap-anywhere",
      cell: ({ value, own }) => (
        <>
          <span className="font-medium">{value}</span>
          {names.variations.length > 2 && (
            <span className="block text-ink-muted text-xs">{variationName(names, own.variation)}</span>
          )}
        </>
      ),
    },
    {
      id: "visitors",
      header: "Visitors",
      isNumeric: true,
      from: ROOMY,
      cell: ({ control, own }) => formatCount(control.users + own.users),
    },
    {
      id: "control",
      header: names.variations[0]?.name ?? "Control",
      isNumeric: true,
      from: ROOMY,
      cell: ({ control }) => mean(control),
    },
    { id: "own", header: "Variation", isNumeric: true, from: ROOMY, cell: ({ own }) => mean(own) },
    {
      id: "lift",
      header: "Lift",
      isNumeric: true,
      width: "w-36",
      cell: ({ own }) => (
        <>
          {own.lift === null ? UNKNOWN : formatLift(own.lift)}
          {own.sequential?.lift && (
            <span className="block whitespace-nowrap text-ink-muted text-xs">
              {formatInterval(own.sequential.lift)}
            </span>
          )}
        </>
      ),
    },
    {
      id: "p",
      header: "p-value",
      isNumeric: true,
      width: "w-24",
      from: ROOMY,
      cell: ({ own }) => (own.sequential ? formatPValue(own.sequential.pValue) : UNKNOWN),
    },
    {
      id: "chance",
      header: "Chance to win",
      isNumeric: true,
      width: "w-28",
      cell: ({ own }) => (own.chanceToWin === null ? UNKNOWN : formatChance(own.chanceToWin)),
    },
  ];
}
