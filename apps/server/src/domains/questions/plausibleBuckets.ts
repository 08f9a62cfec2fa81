import type { QueryResponse, TimeDimension, TimeRange } from "@marquee/contract";
import { toIso } from "./dateRanges.ts";

interface Buckets {
  time: TimeDimension;
  /** Index of the time among the dimensions. */
  index: number;
  tz: string;
  range: TimeRange;
  earlier: TimeRange | null;
}

/**
 * A response with times in Plausible's format: hours without offset, and a week that started before the range named by the range's first
 * day.
 */
export function plausibleBuckets(
  { results, meta, query }: QueryResponse,
  { time, index, tz, range, earlier }: Buckets,
): QueryResponse {
  const nameIn = (within: TimeRange | null) => {
    const firstDay = within ? toIso(within.from, tz).slice(0, 10) : "";
    return (label: string) => {
      if (time === "time:hour") return label.slice(0, 19).replace("T", " ");
      return time === "time:week" && label !== "" && label < firstDay ? firstDay : label;
    };
  };
  const [name, nameEarlier] = [nameIn(range), nameIn(earlier)];
  const { time_labels, comparison_time_labels } = meta;
  return {
    results: results.map(({ dimensions, metrics, comparison }) => ({
      dimensions: renameAt(dimensions, index, name),
      metrics,
      ...(comparison && {
        comparison: { ...comparison, dimensions: renameAt(comparison.dimensions, index, nameEarlier) },
      }),
    })),
    meta: {
      ...meta,
      ...(time_labels && { time_labels: time_labels.map(name) }),
      ...(comparison_time_labels && { comparison_time_labels: comparison_time_labels.map(nameEarlier) }),
    },
    query,
  };
}

const renameAt = (list: readonly string[], index: number, rename: (label: string) => string) =>
  list.map((value, place) => (place === index ? rename(value) : value));
