import { formatCount } from "@marquee/contract";
import type { ListedExperiment } from "@marquee/contract/schema";
import { Link } from "wouter";
import { useScreenHref } from "../../shared/address/useScope.ts";
import { formatAgo, formatPrecise } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { KIND_NAMES, latestStep, placeOf, variationName } from "./experimentTexts.ts";
import { StateBadge } from "./StateBadge.tsx";

const COLUMNS: readonly Column<ListedExperiment>[] = [
  {
    id: "name",
    header: "Experiment",
    sortValue: ({ definition }) => definition.name,
    cell: ({ definition }) => <Name definition={definition} />,
  },
  {
    id: "varies",
    header: "Target",
    from: WIDE,
    width: "w-60",
    className: "wrap-anywhere",
    cell: ({ definition }) => (
      <>
        {KIND_NAMES[definition.kind]}
        <span className="block text-ink-muted text-xs">{placeOf(definition)}</span>
      </>
    ),
    folded: ({ definition }) => `${KIND_NAMES[definition.kind]} · ${placeOf(definition)}`,
  },
  {
    id: "state",
    header: "Status",
    width: "w-36 md:w-44",
    sortValue: (experiment) => latestStep(experiment).at,
    cell: (experiment) => <State experiment={experiment} />,
  },
  {
    id: "phase",
    header: "Phase",
    isNumeric: true,
    from: MEDIUM,
    width: "w-22",
    cell: ({ phase }) => (phase === 0 ? "none" : formatCount(phase)),
    folded: ({ phase }) => (phase === 0 ? null : formatCount(phase)),
  },
  {
    id: "variations",
    header: "Variations",
    isNumeric: true,
    from: MEDIUM,
    width: "w-24",
    cell: ({ definition }) => formatCount(definition.variations.length),
  },
  {
    id: "shipped",
    header: "Shipped",
    from: WIDE,
    width: "w-44",
    className: "wrap-anywhere",
    cell: ({ definition, shipped, takenBack }) => (
      <>
        {shipped === null ? <span className="text-ink-muted">none</span> : variationName(definition, shipped)}
        {takenBack && (
          <span className="block text-ink-muted text-xs" title={formatPrecise(takenBack.at)}>
            then undone {formatAgo(takenBack.at, Date.now())}
          </span>
        )}
      </>
    ),
    folded: ({ definition, shipped, takenBack }) =>
      shipped === null ? null : `${variationName(definition, shipped)}${takenBack ? ", then undone" : ""}`,
  },
];

/** Experiments as rows: target, status, phase, variations and the shipped one. */
export function ExperimentTable({ experiments }: { experiments: readonly ListedExperiment[] }) {
  return (
    <DataTable
      caption="Experiments"
      columns={COLUMNS}
      rows={experiments}
      keyOf={({ definition }) => definition.key}
    />
  );
}

function State({ experiment }: { experiment: ListedExperiment }) {
  const { step, at } = latestStep(experiment);
  return (
    <>
      <StateBadge state={experiment.state} />
      <span className="block text-ink-muted text-xs" title={formatPrecise(at)}>
        {step} {formatAgo(at, Date.now())}
      </span>
    </>
  );
}

/** A link to the results, which keeps the filters. */
function Name({ definition: { key, name } }: Pick<ListedExperiment, "definition">) {
  const hrefOf = useScreenHref();
  return (
    <Link
      href={hrefOf(`/experiments/${encodeURIComponent(key)}`)}
      className="wrap-anywhere font-medium underline-offset-4 hover:underline"
    >
      {name}
    </Link>
  );
}
