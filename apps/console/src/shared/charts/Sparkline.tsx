import { sparklinePoints } from "./sparklinePoints.ts";

interface SparklineProps {
  /** From zero up, in order of time. */
  values: readonly number[];
  /** What it shows, for who does not see it. */
  label: string;
  className: string;
}

/** A course at the size of a word, without axes: it says when, not how much. */
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
