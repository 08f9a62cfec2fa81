import type { ReactNode } from "react";

/** A metric, described as data. */
export interface Figure {
  name: string;
  /** What exactly is counted. Expands when the name is clicked. */
  counts: string;
  value: string;
  /** A comparison or a share. */
  note?: ReactNode;
}

const COLUMNS = {
  3: "grid-cols-2 sm:grid-cols-3",
  4: "grid-cols-2 lg:grid-cols-4",
  5: "grid-cols-2 sm:grid-cols-3 lg:grid-cols-5",
};

interface FiguresProps {
  figures: readonly Figure[];
  /** Number of columns on wide screens. */
  columns: keyof typeof COLUMNS;
}

/** Metrics side by side, each with its definition. */
export function Figures({ figures, columns }: FiguresProps) {
  return (
    <dl className={`grid gap-x-8 border-hairline border-b ${COLUMNS[columns]}`}>
      {figures.map(({ name, counts, value, note }) => (
        <div key={name} className="border-hairline border-t py-4">
          <dt className="text-ink-muted">
            <details>
              <summary className="w-fit list-none underline decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
                {name}
              </summary>
              <p className="mt-1 text-xs">{counts}</p>
            </details>
          </dt>
          <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
            <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
              {value}
            </span>
            {note && <span className="text-ink-muted text-xs tabular-nums">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
