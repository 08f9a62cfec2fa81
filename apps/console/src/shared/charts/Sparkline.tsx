const WIDTH = 100;

const TOP = 2;

const BOTTOM = 22;

interface SparklineProps {
  /** Values from zero up, in chronological order. */
  values: readonly number[];
  /** Accessible name. */
  label: string;
  className: string;
}

/** A small line chart without axes. It shows when values were high, not how high. */
export function Sparkline({ values, label, className }: SparklineProps) {
  return (
    <svg role="img" aria-label={label} viewBox="0 0 100 24" preserveAspectRatio="none" className={className}>
      <polyline
        points={sparklinePoints(values)}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

/** Points of an SVG polyline in a box of 100 by 24, with the largest value at the top. Empty for fewer than two values. */
export function sparklinePoints(values: readonly number[]): string {
  if (values.length < 2) return "";
  const highest = Math.max(1, ...values);
  const step = WIDTH / (values.length - 1);
  return values
    .map((value, index) => `${round(index * step)},${round(BOTTOM - (value / highest) * (BOTTOM - TOP))}`)
    .join(" ");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
