import { type Rating, VITAL_THRESHOLDS, VITALS, type Vital } from "@marquee/contract";
import { Badge, type Tone } from "@marquee/ui";
import type { SeriesLine } from "../charts/TimeSeries.tsx";

interface VitalName {
  short: string;
  name: string;
  /** What it measures, for readers who don't know it. */
  measures: string;
}

export const VITAL_NAMES: Record<Vital, VitalName> = {
  lcp: {
    short: "LCP",
    name: "Largest contentful paint",
    measures: "Time until the largest element was visible.",
  },
  inp: {
    short: "INP",
    name: "Interaction to next paint",
    measures: "Time until the page responded visibly to a click, tap or key.",
  },
  cls: {
    short: "CLS",
    name: "Cumulative layout shift",
    measures: "How much the layout moved unexpectedly. No unit.",
  },
  ttfb: { short: "TTFB", name: "Time to first byte", measures: "Time until the first byte of the response." },
  fcp: {
    short: "FCP",
    name: "First contentful paint",
    measures: "Time until the first text or image was visible.",
  },
};

/** Rounds up, so that a value above a threshold is never shown as the threshold. */
const CEIL = { roundingMode: "ceil" } as const;
const seconds = new Intl.NumberFormat("en", { ...CEIL, maximumFractionDigits: 2 });
const unitless = new Intl.NumberFormat("en", { ...CEIL, maximumFractionDigits: 3 });

/** One stable function per vital, so that charts don't redraw. */
const FORMATS: Record<Vital, (value: number) => string> = {
  lcp: formatTime,
  inp: formatTime,
  cls: (value) => unitless.format(value),
  ttfb: formatTime,
  fcp: formatTime,
};

/** Formatter for a vital's values: "2.45 s", "180 ms", "0.021". */
export const vitalFormat = (vital: Vital) => FORMATS[vital];

const TONES: Record<Rating, Tone> = { good: "leaf", "needs improvement": "sun", poor: "clay" };

/** The rating of a value. */
export function RatingBadge({ rating }: { rating: Rating }) {
  return <Badge tone={TONES[rating]}>{rating}</Badge>;
}

/** The vital in the URL, or the first one by default. */
export function readVital(value: string): Vital {
  return VITALS.find((vital) => vital === value) ?? VITALS[0];
}

/** A vital's thresholds as a sentence. */
export function thresholdText(vital: Vital): string {
  const [good, poor] = VITAL_THRESHOLDS[vital].map(FORMATS[vital]);
  return `Good up to ${good}, poor above ${poor}.`;
}

/** A duration given in milliseconds, rounded up: "180 ms", "2.45 s". */
export function formatTime(duration: number): string {
  const whole = Math.ceil(duration);
  return whole < 1000 ? `${whole} ms` : `${seconds.format(duration / 1000)} s`;
}

/** A vital's thresholds as dashed lines of a chart. */
export function thresholdLines(vital: Vital): SeriesLine<unknown>[] {
  const format = vitalFormat(vital);
  const [good, poor] = VITAL_THRESHOLDS[vital];
  return [
    { name: `Good up to ${format(good)}`, color: "leaf", isDashed: true, value: () => good },
    { name: `Poor above ${format(poor)}`, color: "clay", isDashed: true, value: () => poor },
  ];
}
