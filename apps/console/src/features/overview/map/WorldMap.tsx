import {
  formatMetric,
  METRICS,
  type MetricName,
  NO_CONSENT,
  NOT_SET,
  type QueryRow,
} from "@marquee/contract";
import { useMemo, useState } from "react";
import { Link } from "wouter";
import { type Scope, withFilter } from "../../../shared/address/scope.ts";
import { useScope } from "../../../shared/address/useScope.ts";
import { valueTitle } from "../../../shared/filters/dimensionTexts.ts";
import { countryShapes, MAP_HEIGHT, MAP_WIDTH } from "./countryShapes.ts";

const DIMENSION = "visit:country";
/** Fill opacities, from the least to the most. */
const SHADES = [0.2, 0.38, 0.56, 0.78, 1] as const;

interface WorldMapProps {
  metric: MetricName;
  /** The metric by country. */
  rows: readonly QueryRow[];
  scope: Scope;
}

/**
 * Countries shaded by a metric. A click on one filters the screen by it. The list has the same links and figures, even for countries too small for a
 * map, so keyboards and screen readers use the list.
 */
export function WorldMap({ metric, rows, scope }: WorldMapProps) {
  const shapes = useMemo(countryShapes, []);
  const { hrefWith } = useScope();
  const [pointed, setPointed] = useState<string | null>(null);
  const values = new Map(rows.map(({ dimensions, metrics }) => [dimensions[0] ?? "", metrics[0] ?? 0]));
  const most = Math.max(1, ...[...values].map(([code, value]) => (isCountry(code) ? value : 0)));
  const drawn = new Set(shapes.map(({ code }) => code));
  const elsewhere = [...values].filter(([code, value]) => value > 0 && !drawn.has(code));
  const text = (code: string) =>
    `${valueTitle(DIMENSION, code)}: ${formatMetric(metric, values.get(code) ?? 0)}`;
  return (
    <figure className="flex flex-1 flex-col text-xs">
      <svg
        viewBox={`0 0 ${MAP_WIDTH} ${MAP_HEIGHT}`}
        className="mt-3 h-auto w-full"
        aria-hidden="true"
        onPointerLeave={() => setPointed(null)}
      >
        {shapes.map(({ key, code, path }) => {
          const value = values.get(code) ?? 0;
          const outline = <path d={path} className="fill-ink/10 stroke-background" strokeWidth={0.6} />;
          if (value === 0) return <g key={key}>{outline}</g>;
          const filter = { operator: "is", dimension: DIMENSION, values: [code] } as const;
          return (
            <Link key={key} href={hrefWith(withFilter(scope, filter))} tabIndex={-1} className="group">
              {outline}
              <path
                d={path}
                fillOpacity={shadeOf(value / most)}
                strokeWidth={0.6}
                onPointerEnter={() => setPointed(code)}
                className="fill-accent stroke-background group-hover:stroke-[2.5] group-hover:stroke-ink"
              />
            </Link>
          );
        })}
      </svg>
      <figcaption className="mt-2 flex min-h-6 flex-wrap items-center gap-x-4 gap-y-1 text-ink-muted tabular-nums">
        <span className="flex items-center gap-2">
          <span>{METRICS[metric].title}</span>
          <svg viewBox="0 0 50 8" className="h-2 w-14" aria-hidden="true">
            {SHADES.map((shade, index) => (
              <rect
                key={shade}
                x={index * 10}
                width="10"
                height="8"
                fillOpacity={shade}
                className="fill-accent"
              />
            ))}
          </svg>
          <span>up to {formatMetric(metric, most)}</span>
        </span>
        {pointed !== null && <span className="font-medium text-ink">{text(pointed)}</span>}
      </figcaption>
      {elsewhere.length > 0 && (
        <p className="wrap-anywhere mt-1 text-ink-muted tabular-nums">
          Not on the map:{" "}
          {elsewhere
            .slice(0, LISTED)
            .map(([code]) => text(code))
            .join(", ")}
          {elsewhere.length > LISTED && `, and ${elsewhere.length - LISTED} more in the list`}
        </p>
      )}
    </figure>
  );
}

const LISTED = 3;

const isCountry = (code: string) => code !== NOT_SET && code !== NO_CONSENT;

/** The square root spreads the many small countries over more shades. @param share of the largest, from 0 to 1. */
function shadeOf(share: number): number {
  const step = Math.min(SHADES.length - 1, Math.floor(Math.sqrt(share) * SHADES.length));
  return SHADES[step] ?? 1;
}
