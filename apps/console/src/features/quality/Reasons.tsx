import type { ReasonCount } from "@marquee/contract/schema";
import { Link } from "wouter";
import { formatCount } from "../../shared/format/format.ts";

interface ReasonsProps {
  title: string;
  /** What is counted. */
  counts: string;
  rows: readonly ReasonCount[];
  /** Where a reason's events are listed. */
  hrefFor?: (reason: string) => string;
  none: string;
}

/** Reasons by how often they applied; a bar under each shows its share of the largest. */
export function Reasons({ title, counts, rows, hrefFor, none }: ReasonsProps) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <section className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      <p className="mt-1 text-ink-muted text-xs">{counts}</p>
      {rows.length === 0 && <p className="mt-3 border-hairline border-t py-2">{none}</p>}
      <ul className="mt-3">
        {rows.map(({ reason, count }) => (
          <li key={reason} className="border-hairline border-t py-2">
            <span className="flex justify-between gap-4">
              {hrefFor ? (
                <Link
                  href={hrefFor(reason)}
                  className="wrap-anywhere underline decoration-hairline underline-offset-4"
                >
                  {reasonText(reason)}
                </Link>
              ) : (
                <span className="wrap-anywhere">{reasonText(reason)}</span>
              )}
              <span className="tabular-nums">{formatCount(count)}</span>
            </span>
            <svg
              aria-hidden="true"
              className="mt-1 block h-1 w-full"
              preserveAspectRatio="none"
              viewBox="0 0 100 1"
            >
              <rect width={(count / most) * 100} height="1" className="fill-clay/60" />
            </svg>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The server names reasons as code does. */
function reasonText(reason: string): string {
  return reason.replaceAll("_", " ");
}
