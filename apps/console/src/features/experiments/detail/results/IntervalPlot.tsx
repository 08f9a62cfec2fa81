import type { ExperimentDefinition } from "@marquee/contract";
import type { IntervalEnds, MetricResult } from "@marquee/contract/schema";
import { variationName } from "../../experimentTexts.ts";
import { formatInterval, formatLift } from "./formatFigures.ts";
import { type LinearScale, liftDomain, linearScale } from "./linearScale.ts";

interface IntervalRowProps {
  label: string;
  lift: number;
  interval: IntervalEnds;
  scale: LinearScale;
}

const HEIGHT = 26;

const MIDDLE = HEIGHT / 2;

interface IntervalPlotProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
}

const AXIS_HEIGHT = 22;

/** Plots the always-valid interval of each variation's lift, with a line at zero. */
export function IntervalPlot({ result, names }: IntervalPlotProps) {
  const plotted = result.variations.flatMap(({ variation, lift, sequential }) =>
    lift !== null && sequential?.lift ? [{ variation, lift, interval: sequential.lift }] : [],
  );
  if (plotted.length === 0) return null;
  const scale = linearScale(...liftDomain(plotted.map(({ interval }) => interval)));
  const percent = (value: number) => `${scale.place(value) * 100}%`;
  return (
    <figure className="mt-4">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-ink-muted text-xs">
        <span>Lift over {names.variations[0]?.name ?? "the control"}</span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2 w-5 rounded-[2px] bg-accent" /> 95% interval, always valid
        </span>
      </figcaption>
      <div className="relative mt-3">
        {plotted.map(({ variation, ...row }) => (
          <IntervalRow key={variation} {...row} label={variationName(names, variation)} scale={scale} />
        ))}
        <svg width="100%" height={AXIS_HEIGHT} aria-hidden="true" className="overflow-visible">
          <line x1="0" x2="100%" y1="0.5" y2="0.5" className="stroke-control" />
          {scale.ticks.map((tick) => (
            <g key={tick}>
              <line x1={percent(tick)} x2={percent(tick)} y1="0" y2="5" className="stroke-control" />
              <text
                x={percent(tick)}
                y="18"
                textAnchor={anchorOf(scale.place(tick))}
                className="fill-ink-muted text-xs tabular-nums"
              >
                {formatLift(tick)}
              </text>
            </g>
          ))}
        </svg>
      </div>
    </figure>
  );
}

/** Anchors labels at the edges inward, so that they are not cut off. */
function anchorOf(place: number): "start" | "middle" | "end" {
  if (place < 0.04) return "start";
  return place > 0.96 ? "end" : "middle";
}

/** One variation: a bar for the interval and a dot for the lift. */
function IntervalRow({ label, lift, interval, scale }: IntervalRowProps) {
  const x = (value: number) => `${scale.place(value) * 100}%`;
  const [low, high] = interval;
  return (
    <div className="pt-1.5">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="text-ink-muted tabular-nums">
          {formatLift(lift)}; {formatInterval(interval)}
        </span>
      </p>
      <svg width="100%" height={HEIGHT} aria-hidden="true" className="overflow-visible">
        <line x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT} strokeDasharray="3 3" className="stroke-ink" />
        <line x1={x(low)} x2={x(high)} y1={MIDDLE} y2={MIDDLE} strokeWidth="8" className="stroke-accent" />
        <circle cx={x(lift)} cy={MIDDLE} r="5" strokeWidth="2" className="fill-surface stroke-ink" />
      </svg>
    </div>
  );
}
