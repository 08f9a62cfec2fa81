import type { Change, RevisionSummary } from "@marquee/contract/schema";
import type { ChartMark } from "./chartData.ts";
import { countedMarks, shorten } from "./noteMarks.ts";

/** Steps of experiments that change what visitors see. */
const EXPERIMENT_STEPS = ["started", "stopped", "shipped"];

/**
 * Marks for changes of experiments, in the interval in which they were made. Several in one are counted.
 * @param starts in milliseconds since the epoch, ascending.
 */
export function changeMarks(starts: readonly number[], changes: readonly Change[]): ChartMark[] {
  const steps = changes.filter(
    ({ entity, action }) => entity === "experiment" && EXPERIMENT_STEPS.includes(action),
  );
  const labeled = steps.map(({ at, key, action }) => ({ at, label: `${key} ${action}` }));
  return countedMarks(starts, labeled, "changes");
}

/**
 * Marks for what was published, in the interval in which it was. Several in one are counted. What experiments shipped is left out, because the
 * experiment has a mark.
 * @param starts in milliseconds since the epoch, ascending.
 */
export function publicationMarks(
  starts: readonly number[],
  revisions: readonly Pick<RevisionSummary, "at" | "note" | "experiment">[],
): ChartMark[] {
  const own = revisions.filter(({ experiment }) => experiment === null);
  const labeled = own.map(({ at, note }) => ({ at, label: shorten(note) }));
  return countedMarks(starts, labeled, "publications");
}
