import { MAX_TIMINGS, timingName, VIEW_TIMING, type ViewTimingDetail } from "@marquee/contract";
import { reportInternalError } from "../browser/monitor.ts";

/**
 * The named timings of a page so far, in milliseconds since the document was shown, with one decimal. A name that occurs again keeps its first time.
 * @param path of the page; marks of other pages in the document are ignored.
 */
export function readViewTimings(path: string): Record<string, number> {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const shownAt = navigation?.activationStart ?? 0;
  const timings = new Map<string, number>();
  for (const mark of performance.getEntriesByType("mark")) {
    if (!isViewTiming(mark, path) || timings.size === MAX_TIMINGS) continue;
    const name = sanitize(mark.name);
    if (!timings.has(name)) timings.set(name, Number(Math.max(0, mark.startTime - shownAt).toFixed(1)));
  }
  return Object.fromEntries(timings);
}

/** Whether a performance entry marks a named timing of the page at `path`. */
export function isViewTiming(entry: PerformanceEntry, path: string): boolean {
  const detail: unknown = "detail" in entry ? entry.detail : null;
  if (typeof detail !== "object" || detail === null) return false;
  const { type, path: markedPath }: Partial<ViewTimingDetail> = detail;
  return type === VIEW_TIMING && markedPath === path;
}

function sanitize(name: string): string {
  const sanitized = timingName(name);
  if (sanitized !== name) reportInternalError(`Invalid timing name: ${name}, sanitized to: ${sanitized}`);
  return sanitized;
}
