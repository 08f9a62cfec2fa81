import type { Change, RevisionSummary } from "@marquee/contract/schema";
import type { ChartMark, ChartTime } from "./chartData.ts";
import { countedMarks, shorten } from "./noteMarks.ts";

/** Steps of experiments that change what visitors see. */
const EXPERIMENT_STEPS = ["started", "stopped", "shipped"];

/** Marks for changes of experiments, in the interval in which they were made. Several in one are counted. */
export function changeMarks(time: ChartTime, changes: readonly Change[]): ChartMark[] {
  const steps = changes.filter(
    ({ entity, action }) => entity === "experiment" && EXPERIMENT_STEPS.includes(action),
  );
  const labeled = steps.map(({ at, key, action }) => ({ at, label: `${key} ${action}` }));
  return countedMarks(time, labeled, "changes");
}

/**
 * Marks for publications, in the interval in which they were made. Several in one are counted. Publications by experiments are left out,
 * because the experiment has a mark.
 */
export function publicationMarks(
  time: ChartTime,
  revisions: readonly Pick<RevisionSummary, "at" | "note" | "experiment">[],
): ChartMark[] {
  const publications = revisions.filter(({ experiment }) => experiment === null);
  const labeled = publications.map(({ at, note }) => ({ at, label: shorten(note) }));
  return countedMarks(time, labeled, "publications");
}
