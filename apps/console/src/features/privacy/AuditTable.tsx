import type { AuditEntry, AuditResponse } from "@marquee/contract/schema";
import { Badge, type Tone } from "@marquee/ui";
import { useMemo } from "react";
import { useSearch } from "wouter";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { type Column, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";

const ACTIONS: Record<AuditEntry["action"], { label: string; tone: Tone }> = {
  export: { label: "export", tone: "sky" },
  delete: { label: "deletion", tone: "clay" },
  withdrawal: { label: "withdrawal", tone: "sun" },
};

const WHEN: Column<AuditEntry> = {
  id: "when",
  header: "When",
  width: "w-20 lg:w-36",
  className: "text-ink-muted tabular-nums",
  cell: ({ at }) => <span title={formatPrecise(at)}>{formatInstant(at)}</span>,
  exact: ({ at }) => at,
  unit: "time",
};
const ACTOR: Column<AuditEntry> = {
  id: "actor",
  header: "By",
  from: WIDE,
  className: "wrap-anywhere",
  cell: ({ actor }) => actor ?? "the visitor",
};
const STATE: Column<AuditEntry> = {
  id: "state",
  header: "Status",
  width: "w-24 lg:w-56",
  cell: ({ deletion }) => stateOf(deletion),
};

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** Whether to show who made the request. */
  withActor: boolean;
  /** Loads a page of the list; "" loads the first. */
  load: (before: string, signal: AbortSignal) => Promise<AuditResponse>;
}

const keyOf = ({ id }: AuditEntry) => String(id);

/** Privacy requests as rows. */
export function AuditTable({ entries, withActor, load }: AuditTableProps) {
  const search = useSearch();
  const columns = useMemo<Column<AuditEntry>[]>(() => {
    const hrefOf = (subject: string) => {
      const params = new URLSearchParams(search);
      params.set("id", subject);
      return `/privacy-requests?${params}`;
    };
    const request = ({ action, subject, reference }: AuditEntry) => (
      <>
        <Badge tone={ACTIONS[action].tone}>{ACTIONS[action].label}</Badge>{" "}
        {subject === null ? (
          <span
            className="text-ink-muted"
            title="The ID or address was removed with the data. To find this request, search for the full ID or address."
          >
            removed ID {reference}
          </span>
        ) : (
          <TextLink href={hrefOf(subject)}>{subject}</TextLink>
        )}
      </>
    );
    const middle: Column<AuditEntry> = { id: "request", header: "Request", isMain: true, cell: request };
    return [WHEN, middle, ...(withActor ? [ACTOR] : []), STATE];
  }, [search, withActor]);
  return (
    <DataTable
      caption="Requests"
      columns={columns}
      rows={entries}
      keyOf={keyOf}
      csv={{ loadRows: loadAllPages({ load, rowsOf: (page) => page.entries, keyOf }), isPresent: true }}
    />
  );
}

function stateOf(deletion: AuditEntry["deletion"]): string {
  if (!deletion) return "exported";
  if (deletion.completedAt === null) return "in progress";
  const done = `done ${formatInstant(deletion.completedAt)}`;
  return deletion.erasedAt === null ? done : `${done}, erased ${formatInstant(deletion.erasedAt)}`;
}
