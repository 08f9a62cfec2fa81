import { formatCount } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { Link } from "wouter";
import { formatAgo, formatPrecise } from "../../shared/format/format.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TYPE_NAMES } from "./flagFilters.ts";
import { valueSummary } from "./ruleSummary.ts";

const COLUMNS: readonly Column<FlagState>[] = [
  {
    id: "key",
    header: "Flag",
    sortValue: ({ definition }) => definition.key,
    cell: (flag) => <FlagName flag={flag} />,
  },
  {
    id: "type",
    header: "Type",
    from: MEDIUM,
    width: "w-24",
    sortValue: ({ definition }) => definition.type,
    cell: ({ definition }) => TYPE_NAMES[definition.type],
  },
  {
    id: "default",
    header: "Default",
    width: "w-28 md:w-40",
    className: "truncate",
    cell: ({ definition }) => <DefaultValue definition={definition} />,
  },
  {
    id: "rules",
    header: "Rules",
    isNumeric: true,
    from: MEDIUM,
    width: "w-18",
    sortValue: ({ definition }) => definition.rules.length,
    cell: ({ definition }) => formatCount(definition.rules.length),
    folded: ({ definition: { rules } }) => (rules.length === 0 ? null : formatCount(rules.length)),
  },
  {
    id: "where",
    header: "Environments",
    from: WIDE,
    width: "w-36",
    className: "text-ink-muted",
    cell: ({ definition: { environments } }) =>
      environments.length === 3 ? "everywhere" : environments.join(", ") || "nowhere",
    folded: ({ definition: { environments } }) =>
      environments.length === 3 ? null : environments.join(", ") || "nowhere",
  },
  {
    id: "changed",
    header: "Last change",
    from: WIDE,
    width: "w-44",
    className: "text-ink-muted",
    sortValue: ({ updatedAt }) => updatedAt,
    unit: "time",
    cell: (flag) => <LastChange flag={flag} />,
    folded: ({ updatedAt }) => (updatedAt === null ? null : formatAgo(updatedAt, Date.now())),
  },
];

/** Flags as rows: type, default value, number of rules, environments and last change. */
export function FlagTable({ flags }: { flags: readonly FlagState[] }) {
  return (
    <DataTable
      caption="Flags"
      columns={COLUMNS}
      rows={flags}
      keyOf={({ definition }) => definition.key}
      csv={{ isPresent: true }}
    />
  );
}

function FlagName({ flag: { definition, experiment } }: { flag: FlagState }) {
  const { key, description } = definition;
  return (
    <span className="wrap-anywhere">
      <Link
        href={`/flags/${encodeURIComponent(key)}`}
        className="font-medium underline-offset-4 hover:underline"
      >
        {key}
      </Link>{" "}
      {experiment && (
        <Link href={`/experiments/${encodeURIComponent(experiment)}`}>
          <Badge tone="iris">experiment {experiment}</Badge>
        </Link>
      )}
      {description && <span className="block truncate text-ink-muted text-xs">{description}</span>}
    </span>
  );
}

function DefaultValue({ definition: { type, defaultValue } }: Pick<FlagState, "definition">) {
  const text = valueSummary(defaultValue);
  if (type === "boolean") return <Badge tone={defaultValue === true ? "leaf" : "neutral"}>{text}</Badge>;
  return <span title={text}>{text}</span>;
}

function LastChange({ flag: { updatedAt, updatedBy } }: { flag: FlagState }) {
  if (updatedAt === null) return <span title="Built-in value">never</span>;
  return (
    <span title={`${formatPrecise(updatedAt)} by ${updatedBy}`}>
      {formatAgo(updatedAt, Date.now())}
      {updatedBy && <span className="block truncate text-xs">by {updatedBy}</span>}
    </span>
  );
}
