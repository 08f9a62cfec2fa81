import type { ExperimentDefinition } from "@marquee/contract";
import type { MetricResult, VariationFigures } from "@marquee/contract/schema";
import { variationName } from "../../experimentTexts.ts";
import { formatInterval, formatLift } from "./formatFigures.ts";
import { type LinearScale, liftDomain, linearScale } from "./linearScale.ts";

interface IntervalRowProps {
  figures: VariationFigures;
  label: string;
  /** The plotted numbers as text. */
  text: string;
  scale: LinearScale;
}

const HEIGHT = 26;

const MIDDLE = HEIGHT / 2;

interface IntervalPlotProps {
  result: MetricResult;
  names: Pick<ExperimentDefinition, "variations">;
}

const AXIS_HEIGHT = 22;

/** Plots the interval of each variation's lift, relative to zero. */
export function IntervalPlot({ result, names }: IntervalPlotProps) {
  const plotted = result.variations.filter(hasInterval);
  if (plotted.length === 0) return null;
  const scale = linearScale(...liftDomain(plotted));
  const percent = (value: number) => `${scale.place(value) * 100}%`;
  return (
    <figure className="mt-4">
      <figcaption className="flex flex-wrap gap-x-5 gap-y-1 text-ink-muted text-xs">
        <span>Lift over {names.variations[0]?.name ?? "the control"}</span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-2 w-5 rounded-[2px] bg-accent" /> 95% interval
        </span>
        <span className="flex items-center gap-1.5">
          <span aria-hidden="true" className="h-0.5 w-5 bg-ink-muted" /> sequential
        </span>
      </figcaption>
      <div className="relative mt-3">
        {plotted.map((figures) => (
          <IntervalRow
            key={figures.variation}
            figures={figures}
            label={variationName(names, figures.variation)}
            text={toText(figures)}
            scale={scale}
          />
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

function hasInterval({ credible, lift }: VariationFigures): boolean {
  return credible !== null && lift !== null;
}

/** Anchors labels at the edges inward, so that they are not cut off. */
function anchorOf(place: number): "start" | "middle" | "end" {
  if (place < 0.04) return "start";
  return place > 0.96 ? "end" : "middle";
}

function toText({ lift, credible, sequential }: VariationFigures): string {
  return [
    lift !== null && formatLift(lift),
    credible && formatInterval(credible),
    sequential && `sequential ${formatInterval(sequential)}`,
  ]
    .filter(Boolean)
    .join("; ");
}

/** One variation: a thick bar for the 95% credible interval, a thin line for the sequential interval, and a dot for the lift. */
function IntervalRow({ figures, label, text, scale }: IntervalRowProps) {
  const { lift, credible, sequential } = figures;
  const x = (value: number) => `${scale.place(value) * 100}%`;
  return (
    <div className="pt-1.5">
      <p className="flex flex-wrap gap-x-3">
        <span className="font-medium">{label}</span>
        <span className="text-ink-muted tabular-nums">{text}</span>
      </p>
      <svg width="100%" height={HEIGHT} aria-hidden="true" className="overflow-visible">
        <line x1={x(0)} x2={x(0)} y1="0" y2={HEIGHT} strokeDasharray="3 3" className="stroke-ink" />
        {sequential && (
          <g className="stroke-ink-muted" strokeWidth="2">
            <line x1={x(sequential[0])} x2={x(sequential[1])} y1={MIDDLE} y2={MIDDLE} />
            {sequential.map((end) => (
              <line key={end} x1={x(end)} x2={x(end)} y1={MIDDLE - 5} y2={MIDDLE + 5} />
            ))}
          </g>
        )}
        {credible && (
          <line
            x1={x(credible[0])}
            x2={x(credible[1])}
            y1={MIDDLE}
            y2={MIDDLE}
            strokeWidth="8"
            className="stroke-accent"
          />
        )}
        {lift !== null && (
          <circle cx={x(lift)} cy={MIDDLE} r="5" strokeWidth="2" className="fill-surface stroke-ink" />
        )}
      </svg>
    </div>
  );
}
