import { ratingOf, VITALS, type Vital } from "@marquee/contract";
import type { SpeedAnswer } from "@marquee/contract/schema";
import { Link, useLocation, useSearch } from "wouter";
import { RatingBadge } from "../../shared/vitals/RatingBadge.tsx";
import { VITAL_NAMES, vitalFormat } from "../../shared/vitals/vitalNames.ts";
import { RatingBar } from "./RatingBar.tsx";

interface VitalPickerProps {
  vitals: SpeedAnswer["vitals"];
  chosen: Vital;
}

/** Each vital's 75th percentile; the one that is chosen is drawn and listed below. */
export function VitalPicker({ vitals, chosen }: VitalPickerProps) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (vital: Vital) => {
    const params = new URLSearchParams(search);
    params.set("vital", vital);
    return `${path}?${params}`;
  };
  return (
    <nav aria-label="Vital">
      <ul className="grid grid-cols-2 gap-2 md:grid-cols-3 lg:grid-cols-5">
        {VITALS.map((vital) => (
          <li key={vital} className="max-md:first:col-span-2">
            <Link
              href={hrefFor(vital)}
              aria-current={vital === chosen ? "true" : undefined}
              className="block h-full rounded-md border border-hairline p-3 hover:bg-surface-sunken aria-[current]:border-accent aria-[current]:bg-surface"
            >
              <VitalFigure vital={vital} summary={vitals[vital]} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function VitalFigure({
  vital,
  summary: { p75, counts },
}: {
  vital: Vital;
  summary: SpeedAnswer["vitals"][Vital];
}) {
  const { short, name } = VITAL_NAMES[vital];
  return (
    <>
      <span className="block font-medium">{short}</span>
      <span className="block text-ink-muted text-xs">{name}</span>
      <span className="mt-1 grid justify-items-start gap-1">
        <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
          {p75 === null ? "–" : vitalFormat(vital)(p75)}
        </span>
        {p75 === null ? (
          <span className="text-ink-muted text-xs">not measured</span>
        ) : (
          <RatingBadge rating={ratingOf(vital, p75)} />
        )}
      </span>
      <RatingBar counts={counts} />
    </>
  );
}
