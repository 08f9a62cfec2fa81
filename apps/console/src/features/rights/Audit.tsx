import type { AuditEntry } from "@marquee/contract/schema";
import { Badge, type Tone } from "@marquee/ui";
import { Link } from "wouter";
import { formatInstant, formatPrecise } from "../../shared/format.ts";

const ACTIONS: Record<AuditEntry["action"], { label: string; tone: Tone }> = {
  export: { label: "export", tone: "sky" },
  delete: { label: "deletion", tone: "clay" },
  withdrawal: { label: "withdrawal", tone: "sun" },
};

/** Who asked for whose data, newest first. */
export function Audit({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <section className="mt-10">
      <h2 className="font-medium">Who asked for what</h2>
      <p className="mt-1 text-ink-muted text-xs">
        Exports and deletions by accounts of this console, and withdrawals by visitors; the latest 100.
      </p>
      {entries.length === 0 ? (
        <p className="mt-3 border-hairline border-t py-2">
          Nobody has asked yet. The first export, deletion or withdrawal appears here.
        </p>
      ) : (
        <table className="mt-3 w-full table-fixed text-left">
          <colgroup>
            <col className="w-24 sm:w-36" />
            <col />
            <col className="max-md:hidden" />
            <col className="w-28 sm:w-56" />
          </colgroup>
          <thead>
            <tr className="border-hairline border-b text-ink-muted text-xs">
              <th className="py-2 pr-4 font-medium">When</th>
              <th className="py-2 pr-4 font-medium">What, about whom</th>
              <th className="py-2 pr-4 font-medium max-md:hidden">By</th>
              <th className="py-2 font-medium">State</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Row({ entry: { at, action, subject, actor, deletion } }: { entry: AuditEntry }) {
  const { label, tone } = ACTIONS[action];
  return (
    <tr className="border-hairline border-b align-top">
      <td className="py-2 pr-4 text-ink-muted" title={formatPrecise(at)}>
        {formatInstant(at)}
      </td>
      <td className="wrap-anywhere py-2 pr-4">
        <Badge tone={tone}>{label}</Badge>{" "}
        <Link href={`/rights?id=${encodeURIComponent(subject)}`} className="underline underline-offset-4">
          {subject}
        </Link>
        <span className="block text-ink-muted text-xs md:hidden">by {actor ?? "the visitor"}</span>
      </td>
      <td className="wrap-anywhere py-2 pr-4 max-md:hidden">{actor ?? "the visitor"}</td>
      <td className="py-2">{stateOf(deletion)}</td>
    </tr>
  );
}

function stateOf(deletion: AuditEntry["deletion"]): string {
  if (!deletion) return "handed out";
  return deletion.completedAt === null ? "under way" : `done ${formatInstant(deletion.completedAt)}`;
}
