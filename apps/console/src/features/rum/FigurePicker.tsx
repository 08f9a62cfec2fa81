import { ratingOf } from "@marquee/contract";
import type { MonitoredFigures } from "@marquee/contract/schema";
import { Link, useLocation, useSearch } from "wouter";
import { RatingBadge } from "../../shared/vitals/RatingBadge.tsx";
import { FIGURE_NAMES, type FigureName, figureKind } from "./figures.ts";

interface FigurePickerProps {
  figures: MonitoredFigures;
  chosen: FigureName;
}

/** Whether the application is well, in eight figures; the one that is chosen is drawn below. */
export function FigurePicker({ figures, chosen }: FigurePickerProps) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (name: FigureName) => {
    const params = new URLSearchParams(search);
    params.set("figure", name);
    return `${path}?${params}`;
  };
  return (
    <nav aria-label="Figure">
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-4">
        {FIGURE_NAMES.map((name) => (
          <li key={name}>
            <Link
              href={hrefFor(name)}
              aria-current={name === chosen ? "true" : undefined}
              className="block h-full rounded-md border border-hairline p-3 hover:bg-surface-sunken aria-[current]:border-accent aria-[current]:bg-surface"
            >
              <OneFigure name={name} figures={figures} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function OneFigure({ name, figures }: { name: FigureName; figures: MonitoredFigures }) {
  const kind = figureKind(name);
  const value = kind.value(figures);
  return (
    <>
      <span className="block font-medium">{kind.name}</span>
      <span className="mt-1 flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
        <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
          {value === null ? "–" : kind.format(value)}
        </span>
        {kind.vital && value !== null ? (
          <RatingBadge rating={ratingOf(kind.vital, value)} />
        ) : (
          <span className="text-ink-muted text-xs tabular-nums">{kind.note(figures)}</span>
        )}
      </span>
    </>
  );
}
