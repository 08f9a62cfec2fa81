import type { Change } from "@marquee/contract/schema";
import type { ChartMark } from "./chartData.ts";

/** Steps of experiments that change what visitors see. */
const EXPERIMENT_STEPS = ["started", "stopped", "shipped"];

/**
 * Marks for changes, in the interval in which they were made. Several in one are counted.
 * @param starts in milliseconds since the epoch, ascending.
 */
export function changeMarks(starts: readonly number[], changes: readonly Change[]): ChartMark[] {
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const labels = changes.filter(({ at }) => at >= start && at < end).flatMap(labelOf);
    const [first] = labels;
    if (first === undefined) return [];
    return [{ index, label: labels.length > 1 ? `${labels.length} changes` : first }];
  });
}

function labelOf({ entity, key, action }: Change): string[] {
  if (entity === "experiment") return EXPERIMENT_STEPS.includes(action) ? [`${key} ${action}`] : [];
  return entity === "flag" && key === "banner" ? [`banner ${action}`] : [];
}
