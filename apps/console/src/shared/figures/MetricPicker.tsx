import clsx from "clsx";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useHrefWith } from "../address/useFilters.ts";

/** A metric to select, described as data. */
export interface FigureChoice {
  key: string;
  name: string;
  /** The full name. */
  fullName?: string;
  value: string;
  /** A rating, or what the value refers to. */
  note: ReactNode;
  /** Content below the value, over the full width. */
  below?: ReactNode;
  /** A button in the corner that explains the metric. */
  about?: ReactNode;
}

interface FigurePickerProps {
  label: string;
  /** URL parameter that holds the selection. */
  param: string;
  chosen: string;
  choices: readonly FigureChoice[];
  className: string;
}

/** Metrics as links. The selected one is shown in detail below. */
export function MetricPicker({ label, param, chosen, choices, className }: FigurePickerProps) {
  const hrefWith = useHrefWith();
  return (
    <nav aria-label={label}>
      <ul className={clsx("grid grid-cols-2 gap-2", className)}>
        {choices.map(({ key, name, fullName, value, note, below, about }) => (
          <li key={key} className="relative">
            <Link
              href={hrefWith({ [param]: key })}
              aria-current={key === chosen ? "true" : undefined}
              className="block h-full rounded-md border border-hairline p-3 hover:bg-surface-sunken aria-[current]:border-accent aria-[current]:bg-surface"
            >
              <span className={clsx("block font-medium", about && "pr-7")}>{name}</span>
              {fullName && <span className="block text-ink-muted text-xs">{fullName}</span>}
              <span className="mt-1 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
                <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
                  {value}
                </span>
                <span className="text-ink-muted text-xs tabular-nums">{note}</span>
              </span>
              {below}
            </Link>
            {about && <div className="absolute top-1.5 right-1.5">{about}</div>}
          </li>
        ))}
      </ul>
    </nav>
  );
}
