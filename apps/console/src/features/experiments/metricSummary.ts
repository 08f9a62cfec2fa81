import type { Metric } from "@marquee/contract";

/** What a metric counts, as a sentence without its end: "visitors who did “Form Sent” at least once". */
export function metricSummary({ type, event, path, property }: Metric): string {
  const place = path === "" || path === "*" ? "" : ` on ${path}`;
  if (type === "mean") {
    return `the visitor's average of “${property || "…"}” of ${event ? `“${event}”` : "page views"}${place}`;
  }
  if (type === "count") return `how often a visitor ${event ? `did “${event}”` : "saw a page"}${place}`;
  return event
    ? `visitors who did “${event}”${place} at least once`
    : `visitors who saw ${path || "any page"}`;
}
