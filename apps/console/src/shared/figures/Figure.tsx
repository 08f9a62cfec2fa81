import type { ReactNode } from "react";

interface FigureProps {
  name: string;
  /** What exactly is counted; opens on a press of the name. */
  counts: string;
  value: string;
  note?: ReactNode;
}

/** One figure of a `<dl>`. */
export function Figure({ name, counts, value, note }: FigureProps) {
  return (
    <div className="py-4 sm:px-5 sm:first:pl-0">
      <dt className="text-ink-muted">
        <details className="group">
          <summary className="w-fit list-none underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
            {name}
          </summary>
          <p className="mt-1 text-xs">{counts}</p>
        </details>
      </dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">{value}</span>
        {note && <span className="text-ink-muted text-xs tabular-nums">{note}</span>}
      </dd>
    </div>
  );
}
