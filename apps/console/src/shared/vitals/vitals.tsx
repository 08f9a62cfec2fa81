import { type Rating, VITAL_THRESHOLDS, VITALS, type Vital } from "@marquee/contract";
import { Badge, type Tone } from "@marquee/ui";
import type { SeriesLine } from "../charts/TimeSeries.tsx";

interface VitalName {
  short: string;
  name: string;
  /** What it measures, for who sees it for the first time. */
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

/** Rounded up, so that a value above a threshold is never shown as the threshold. */
const CEIL = { roundingMode: "ceil" } as const;
const seconds = new Intl.NumberFormat("en", { ...CEIL, maximumFractionDigits: 2 });
const unitless = new Intl.NumberFormat("en", { ...CEIL, maximumFractionDigits: 3 });

/** One stable function per metric, so that charts do not rerender. */
const FORMATS: Record<Vital, (value: number) => string> = {
  lcp: formatTime,
  inp: formatTime,
  cls: (value) => unitless.format(value),
  ttfb: formatTime,
  fcp: formatTime,
};

/** How a value of a vital is written: "2.45 s", "180 ms", "0.021". */
export const vitalFormat = (vital: Vital) => FORMATS[vital];

const TONES: Record<Rating, Tone> = { good: "leaf", "needs improvement": "sun", poor: "clay" };

/** How good a value is, in a word. */
export function RatingBadge({ rating }: { rating: Rating }) {
  return <Badge tone={TONES[rating]}>{rating}</Badge>;
}

/** @returns the vital that an address names; what names none is the first. */
export function readVital(value: string): Vital {
  return VITALS.find((vital) => vital === value) ?? VITALS[0];
}

/** A vital's thresholds in words. */
export function thresholdText(vital: Vital): string {
  const [good, poor] = VITAL_THRESHOLDS[vital].map(FORMATS[vital]);
  return `Good up to ${good}, poor above ${poor}.`;
}

/** A duration in milliseconds, rounded up: "180 ms", "2.45 s". */
export function formatTime(duration: number): string {
  const whole = Math.ceil(duration);
  return whole < 1000 ? `${whole} ms` : `${seconds.format(duration / 1000)} s`;
}

/** Up to where a vital is good, and above where it is poor, as broken lines of a chart. */
export function thresholdLines(vital: Vital): SeriesLine<unknown>[] {
  const format = vitalFormat(vital);
  const [good, poor] = VITAL_THRESHOLDS[vital];
  return [
    { name: `Good up to ${format(good)}`, color: "leaf", isDashed: true, value: () => good },
    { name: `Poor above ${format(poor)}`, color: "clay", isDashed: true, value: () => poor },
  ];
}
