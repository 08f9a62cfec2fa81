import { type ExperimentDefinition, type ExperimentKind, eventTitle, type Metric } from "@marquee/contract";
import type { ExperimentSummary } from "@marquee/contract/schema";

export const KIND_NAMES: Record<ExperimentKind, string> = {
  content: "Page text",
  redirect: "Redirect",
  flag: "Flag",
};

/** What differs between the variations, in a few words. */
export function whatVaries({
  kind,
  page,
  flag,
}: Pick<ExperimentDefinition, "kind" | "page" | "flag">): string {
  if (kind === "content") return page === "" ? "Page text" : `Text of ${page}`;
  if (kind === "redirect") return page === "" ? "Redirect" : `Redirect of ${page}`;
  return flag === "" ? "A flag" : `Flag ${flag}`;
}

/** The page, path or flag that differs. */
export function placeOf({ kind, page, flag }: Pick<ExperimentDefinition, "kind" | "page" | "flag">): string {
  return kind === "flag" ? flag : page;
}

/** Name of a variation by its key. */
export function variationName({ variations }: Pick<ExperimentDefinition, "variations">, key: string): string {
  return variations.find((variation) => variation.key === key)?.name ?? key;
}

/** How it came to be as it is and when, to stand before "3d ago": "started", in milliseconds since the epoch. */
export function latestStep({ state, startedAt, stoppedAt, updatedAt }: ExperimentSummary): {
  step: string;
  at: number;
} {
  if (state === "running") return { step: "started", at: startedAt ?? updatedAt };
  if (state === "stopped") return { step: "stopped", at: stoppedAt ?? updatedAt };
  return { step: "changed", at: updatedAt };
}

/** What a metric counts, as a sentence without its end: "visitors who did “Form sent” at least once". */
export function metricSummary({ type, event, path, property }: Metric): string {
  const place = path === "" || path === "*" ? "" : ` on ${path}`;
  if (type === "mean") {
    return `average “${property || "…"}” per visitor of ${event ? `“${eventTitle(event)}”` : "page views"}${place}`;
  }
  if (type === "count")
    return `how often a visitor ${event ? `did “${eventTitle(event)}”` : "saw a page"}${place}`;
  return event
    ? `visitors who did “${eventTitle(event)}”${place} at least once`
    : `visitors who saw ${path || "any page"}`;
}
