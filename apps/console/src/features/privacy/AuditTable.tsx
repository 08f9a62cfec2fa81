import type { AuditEntry } from "@marquee/contract/schema";
import { Badge, type Tone } from "@marquee/ui";
import { Link, useSearch } from "wouter";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";

const ACTIONS: Record<AuditEntry["action"], { label: string; tone: Tone }> = {
  export: { label: "export", tone: "sky" },
  delete: { label: "deletion", tone: "clay" },
  withdrawal: { label: "withdrawal", tone: "sun" },
};

interface AuditTableProps {
  entries: readonly AuditEntry[];
  /** Whether to say who asked; on narrow screens below the subject. */
  withActor: boolean;
}

/** Requests for data, one a row. */
export function AuditTable({ entries, withActor }: AuditTableProps) {
  return (
    <table className="w-full table-fixed text-left">
      <colgroup>
        <col className="w-20 lg:w-36" />
        <col />
        {withActor && <col className="max-lg:hidden" />}
        <col className="w-24 lg:w-56" />
      </colgroup>
      <thead>
        <tr className="border-hairline border-b text-ink-muted text-xs">
          <th className="py-2 pr-4 font-medium">When</th>
          <th className="py-2 pr-4 font-medium">Request</th>
          {withActor && <th className="py-2 pr-4 font-medium max-lg:hidden">By</th>}
          <th className="py-2 font-medium">State</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} withActor={withActor} />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  entry: AuditEntry;
  withActor: boolean;
}

function Row({ entry: { at, action, subject, actor, deletion }, withActor }: RowProps) {
  const { label, tone } = ACTIONS[action];
  const params = new URLSearchParams(useSearch());
  params.set("id", subject);
  const href = `/rights?${params}`;
  return (
    <tr className="border-hairline border-b align-top">
      <td className="py-2 pr-4 text-ink-muted" title={formatPrecise(at)}>
        {formatInstant(at)}
      </td>
      <td className="wrap-anywhere py-2 pr-4">
        <Badge tone={tone}>{label}</Badge>{" "}
        <Link href={href} className="underline underline-offset-4">
          {subject}
        </Link>
        {withActor && (
          <span className="block text-ink-muted text-xs lg:hidden">by {actor ?? "the visitor"}</span>
        )}
      </td>
      {withActor && <td className="wrap-anywhere py-2 pr-4 max-lg:hidden">{actor ?? "the visitor"}</td>}
      <td className="py-2">{stateOf(deletion)}</td>
    </tr>
  );
}

function stateOf(deletion: AuditEntry["deletion"]): string {
  if (!deletion) return "exported";
  return deletion.completedAt === null ? "in progress" : `done ${formatInstant(deletion.completedAt)}`;
}
