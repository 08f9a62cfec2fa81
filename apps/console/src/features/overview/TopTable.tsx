import type { TopRow } from "@marquee/contract/schema";
import { formatCount } from "../../shared/format/format.ts";

interface TopTableProps {
  title: string;
  /** What a row counts, and how. */
  hint: string;
  rows: readonly TopRow[];
  /** The figure that orders the rows and draws their bars. */
  by: "visitors" | "pageViews";
  /** A word beside a name, or null for none. */
  noteOf?: (name: string) => string | null;
}

const FIGURES = { visitors: "Visitors", pageViews: "Page views" } as const;

/** Names with the most of something; a bar under each shows its share of the largest. */
export function TopTable({ title, hint, rows, by, noteOf }: TopTableProps) {
  const most = Math.max(1, ...rows.map((row) => row[by]));
  return (
    <section className="min-w-0">
      <h2 className="font-medium" title={hint}>
        {title}
      </h2>
      <table className="mt-2 w-full table-fixed">
        <colgroup>
          <col />
          <col className="w-20" />
        </colgroup>
        <thead className="sr-only">
          <tr>
            <th>Name</th>
            <th>{FIGURES[by]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name} className="border-hairline border-t">
              <th className="truncate py-2 pr-4 text-left font-normal" title={row.name}>
                {row.name} <span className="text-ink-muted text-sm">{noteOf?.(row.name)}</span>
                <svg
                  aria-hidden="true"
                  className="mt-1 block h-1 w-full"
                  preserveAspectRatio="none"
                  viewBox="0 0 100 1"
                >
                  <rect width={(row[by] / most) * 100} height="1" className="fill-leaf/60" />
                </svg>
              </th>
              <td className="py-2 text-right align-top">{formatCount(row[by])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
