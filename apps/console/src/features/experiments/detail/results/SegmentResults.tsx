import { DIMENSIONS, type ExperimentDefinition, formatCount, type Metric, NOT_SET } from "@marquee/contract";
import {
  type ResultsResponse,
  SEGMENT_DIMENSIONS,
  type SegmentDimension,
  type VariationFigures,
} from "@marquee/contract/schema";
import { Badge, SelectField } from "@marquee/ui";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { useFilters } from "../../../../shared/address/useFilters.ts";
import { valueTitle } from "../../../../shared/filters/dimensionTexts.ts";
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
  split: SegmentDimension;
}

/** A variation and the control, within one segment. */
interface SplitRow {
  value: string;
  control: VariationFigures;
  figures: VariationFigures;
}

const titleOf = (split: SegmentDimension) =>
  split === "returning" ? "New or returning" : DIMENSIONS[split].title;

const KINDS: Readonly<Record<string, string>> = {
  new: "New visitors",
  returning: "Returning visitors",
  [NOT_SET]: "Not set",
};

const valueName = (split: SegmentDimension, value: string) =>
  split === "returning" ? (KINDS[value] ?? value) : valueTitle(split, value);

const CHOICES = SEGMENT_DIMENSIONS.map((split) => [split, titleOf(split)] as const);
const NAMES = ["split"] as const;

/** The segment dimension in the URL, or the first one by default. */
export function readSegmentDimension(search: string): SegmentDimension {
  const param = new URLSearchParams(search).get("split");
  return SEGMENT_DIMENSIONS.find((split) => split === param) ?? SEGMENT_DIMENSIONS[0];
}

interface SplitsProps {
  results: ResultsResponse;
  names: Pick<ExperimentDefinition, "variations">;
}

/** The primary metric by segment. The dimension is in the URL. */
export function SegmentResults({ results, names }: SplitsProps) {
  const [, setFilters] = useFilters(NAMES);
  const chosen = readSegmentDimension(useSearch());
  return (
    <section className="mt-10">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h3 className="flex items-center gap-2 font-medium">
            Breakdown <Badge>exploratory</Badge>
          </h3>
          <p className="text-ink-muted text-xs">
            The primary metric by the visit in which visitors first saw the experiment. Intervals and p-values
            are corrected for the number of rows, and no row decides.
          </p>
        </div>
        <div className="w-full sm:w-56">
          <SelectField
            label="By"
            choices={CHOICES}
            value={chosen}
            onChange={({ target }) =>
              setFilters({ split: target.value === SEGMENT_DIMENSIONS[0] ? "" : target.value })
            }
          />
        </div>
      </div>
      {results.splits.length === 0 ? (
        <p className="py-3 text-ink-muted">No visitors yet.</p>
      ) : (
        <SegmentTable results={results} names={names} split={chosen} />
      )}
    </section>
  );
}

/** The primary metric by segment, with one row per variation except the control. */
function SegmentTable({ results, names, split }: SplitTableProps) {
  const metric = results.metrics[0]?.metric;
  const columns = useMemo(() => (metric ? columnsOf(metric, names, split) : []), [metric, names, split]);
  const rows = results.splits.flatMap(({ value, variations: [control, ...rest] }) =>
    control ? rest.map((figures): SplitRow => ({ value, control, figures })) : [],
  );
  if (!metric) return null;
  return (
    <DataTable
      caption={`Results by ${titleOf(split).toLowerCase()}`}
      columns={columns}
      rows={rows}
      keyOf={({ value, figures }) => `${value} ${figures.variation}`}
    />
  );
}

function columnsOf(
  metric: Metric,
  names: Pick<ExperimentDefinition, "variations">,
  split: SegmentDimension,
): Column<SplitRow>[] {
  const mean = (figures: VariationFigures) => formatMean(metric, figures.mean);
  return [
    {
      id: "value",
      header: titleOf(split),
      className: "wrap-anywhere",
      cell: ({ value, figures }) => (
        <>
          <span className="font-medium">{valueName(split, value)}</span>
          {names.variations.length > 2 && (
            <span className="block text-ink-muted text-xs">{variationName(names, figures.variation)}</span>
          )}
        </>
      ),
    },
    {
      id: "visitors",
      header: "Visitors",
      isNumeric: true,
      from: ROOMY,
      cell: ({ control, figures }) => formatCount(control.users + figures.users),
    },
    {
      id: "control",
      header: names.variations[0]?.name ?? "Control",
      isNumeric: true,
      from: ROOMY,
      cell: ({ control }) => mean(control),
    },
    {
      id: "own",
      header: names.variations.length === 2 ? (names.variations[1]?.name ?? "Variation") : "Variation",
      isNumeric: true,
      from: ROOMY,
      cell: ({ figures }) => mean(figures),
    },
    {
      id: "lift",
      header: "Lift",
      isNumeric: true,
      width: "w-36",
      cell: ({ figures }) => (
        <>
          {figures.lift === null ? UNKNOWN : formatLift(figures.lift)}
          {figures.sequential?.lift && (
            <span className="block whitespace-nowrap text-ink-muted text-xs">
              {formatInterval(figures.sequential.lift)}
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
      cell: ({ figures }) => (figures.sequential ? formatPValue(figures.sequential.pValue) : UNKNOWN),
    },
    {
      id: "chance",
      header: "Chance to win",
      isNumeric: true,
      width: "w-28",
      cell: ({ figures }) => (figures.chanceToWin === null ? UNKNOWN : formatChance(figures.chanceToWin)),
    },
  ];
}
