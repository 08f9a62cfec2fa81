import { VITAL_THRESHOLDS, type Vital } from "@marquee/contract";
import type { SeriesLine } from "../charts/TimeSeries.tsx";
import { vitalFormat } from "./vitalNames.ts";

/** Up to where a vital is good, and above where it is poor, as broken lines of a chart. */
export function thresholdLines(vital: Vital): SeriesLine<unknown>[] {
  const format = vitalFormat(vital);
  const [good, poor] = VITAL_THRESHOLDS[vital];
  return [
    { name: `Good up to ${format(good)}`, color: "leaf", isDashed: true, value: () => good },
    { name: `Poor above ${format(poor)}`, color: "clay", isDashed: true, value: () => poor },
  ];
}
