import type { SecurityEvent, SecurityLogResponse } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { type Column, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { ALARMING, KIND_NAMES } from "./kindNames.ts";

const COLUMNS: Column<SecurityEvent>[] = [
  {
    id: "when",
    header: "When",
    width: "w-24 lg:w-40",
    className: "text-ink-muted tabular-nums",
    cell: ({ at }) => <span title={formatPrecise(at)}>{formatInstant(at)}</span>,
    exact: ({ at }) => at,
    unit: "time",
  },
  {
    id: "event",
    header: "Event",
    isMain: true,
    text: ({ kind, count }) => `${KIND_NAMES[kind]}${count > 1 ? `, ${count} times` : ""}`,
    cell: ({ kind, count }) => (
      <>
        <Badge tone={ALARMING.has(kind) ? "clay" : "leaf"}>{KIND_NAMES[kind]}</Badge>
        {count > 1 && <span className="text-ink-muted"> {count} times</span>}
      </>
    ),
  },
  {
    id: "account",
    header: "Account",
    className: "wrap-anywhere",
    cell: ({ account }) => account ?? "unknown",
  },
  {
    id: "about",
    header: "About",
    from: WIDE,
    className: "wrap-anywhere text-ink-muted",
    cell: ({ about }) => about ?? "",
  },
  {
    id: "network",
    header: "From",
    from: WIDE - 100,
    width: "w-36",
    className: "text-ink-muted tabular-nums",
    cell: ({ country, network }) => [country, network].filter(Boolean).join(" "),
  },
];

const keyOf = ({ id }: SecurityEvent) => String(id);

interface SecurityTableProps {
  events: readonly SecurityEvent[];
  /** Loads a page of the list; "" loads the first. */
  load: (before: string, signal: AbortSignal) => Promise<SecurityLogResponse>;
}

export function SecurityTable({ events, load }: SecurityTableProps) {
  return (
    <DataTable
      caption="Security events"
      columns={COLUMNS}
      rows={events}
      keyOf={keyOf}
      csv={{ loadRows: loadAllPages({ load, rowsOf: (page) => page.events, keyOf }), isPresent: true }}
    />
  );
}
