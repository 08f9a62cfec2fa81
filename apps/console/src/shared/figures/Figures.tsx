import { ChevronDown } from "lucide-react";
import { type ReactNode, useId, useState } from "react";

/** A metric, described as data. */
export interface Figure {
  name: string;
  /** Definition of the metric. Expands when the name is clicked. */
  counts: ReactNode;
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
      {figures.map((figure) => (
        <FigureCell key={figure.name} {...figure} />
      ))}
    </dl>
  );
}

/** The definition opens below the value, so that the value stays where it is. */
function FigureCell({ name, counts, value, note }: Figure) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-hairline border-t py-4">
      <dt>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen((open) => !open)}
          className="flex w-fit items-center gap-1 text-left text-ink-muted underline decoration-dotted underline-offset-4 hover:text-ink"
        >
          {name}
          <ChevronDown
            aria-hidden="true"
            className={`size-3.5 shrink-0 transition-transform motion-reduce:transition-none ${isOpen ? "rotate-180" : ""}`}
          />
        </button>
      </dt>
      <dd className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">{value}</span>
        {note && <span className="text-ink-muted text-xs tabular-nums">{note}</span>}
      </dd>
      <dd id={id} hidden={!isOpen} className="mt-2 text-ink-muted text-xs">
        {counts}
      </dd>
    </div>
  );
}
