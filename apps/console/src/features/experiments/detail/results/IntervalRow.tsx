import type { VariationFigures } from "@marquee/contract/schema";
import type { LinearScale } from "./linearScale.ts";

interface IntervalRowProps {
  figures: VariationFigures;
  label: string;
  /** The numbers that are drawn. */
  text: string;
  scale: LinearScale;
}

const HEIGHT = 26;
const MIDDLE = HEIGHT / 2;

/** One variation: a thick bar where its lift lies, a thin line where it lies however often one looks, a dot for the lift itself. */
export function IntervalRow({ figures, label, text, scale }: IntervalRowProps) {
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
