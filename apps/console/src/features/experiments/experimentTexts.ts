import {
  CONTENT_TITLES,
  describeCondition,
  type ExperimentDefinition,
  type ExperimentKind,
  eventTitle,
  formatCount,
  formatCounted,
  type Json,
  type LeadOutcome,
  type Metric,
  PAGE_SECTIONS,
} from "@marquee/contract";
import { type ExperimentSummary, LONGEST_DAYS } from "@marquee/contract/schema";

export const KIND_NAMES: Record<ExperimentKind, string> = {
  content: "Page text",
  redirect: "Redirect",
  flag: "Flag",
};

/** A short label of what the experiment varies: "Text of Home". */
export function whatVaries({
  kind,
  page,
  flag,
}: Pick<ExperimentDefinition, "kind" | "page" | "flag">): string {
  if (kind === "content") return page === "" ? "Page text" : `Text of ${CONTENT_TITLES[page] ?? page}`;
  if (kind === "redirect") return page === "" ? "Redirect" : `Redirect of ${page}`;
  return flag === "" ? "A flag" : `Flag ${flag}`;
}

/** The page, path or flag that the experiment varies. */
export function placeOf({ kind, page, flag }: Pick<ExperimentDefinition, "kind" | "page" | "flag">): string {
  return kind === "flag" ? flag : page;
}

/** IDs of sections of a page as their titles; any other value unchanged. */
export function sectionTitles<Value extends Json | undefined>(page: string, value: Value): Value | string[] {
  if (!Array.isArray(value)) return value;
  const sections = PAGE_SECTIONS[page] ?? [];
  return value.map((id) => sections.find((section) => section.id === id)?.title ?? String(id));
}

/** Name of a variation, or its key if it no longer exists. */
export function variationName({ variations }: Pick<ExperimentDefinition, "variations">, key: string): string {
  return variations.find((variation) => variation.key === key)?.name ?? key;
}

/** A running time in the unit that people plan in: "about 12 days", "about 3 months", "about 5.4 years". */
export function durationText(days: number): string {
  if (days <= LONGEST_DAYS) return `about ${formatCounted(days, "day")}`;
  if (days < 1.5 * YEAR) return `about ${formatCounted(Math.round(days / MONTH), "month")}`;
  const years = days / YEAR;
  return `about ${years < 10 ? oneDecimal.format(years) : formatCount(Math.round(years))} years`;
}

/** In days. */
const MONTH = 30.4;
const YEAR = 365;
const oneDecimal = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });

/** The latest change of state: a verb to put before "3d ago", and the time in milliseconds since the epoch. */
export function latestStep({ state, startedAt, stoppedAt, updatedAt }: ExperimentSummary): {
  step: string;
  at: number;
} {
  if (state === "running") return { step: "started", at: startedAt ?? updatedAt };
  if (state === "stopped") return { step: "stopped", at: stoppedAt ?? updatedAt };
  return { step: "changed", at: updatedAt };
}

/** What a metric counts, as part of a sentence: "visitors who did “Form sent” at least once". */
export function metricSummary(metric: Metric): string {
  const { type, event, path, property, condition, worth, lead } = metric;
  if (lead) return LEADS[lead][type === "count" ? "often" : "once"];
  if (condition) {
    const goal = describeCondition(condition);
    if (type === "value") return `${formatCount(worth ?? 0)} for each time that a visitor reached “${goal}”`;
    return type === "count"
      ? `how often a visitor reached “${goal}”`
      : `visitors who reached “${goal}” at least once`;
  }
  const place = path === "" || path === "*" ? "" : ` on ${path}`;
  if (type === "mean") {
    return `average “${property || "…"}” per visitor of ${event ? `“${eventTitle(event)}”` : "page views"}${place}`;
  }
  if (type === "value")
    return `the sum of “${property || "…"}” per visitor of ${event ? `“${eventTitle(event)}”` : "page views"}${place}`;
  if (type === "count")
    return `how often a visitor ${event ? `did “${eventTitle(event)}”` : "saw a page"}${place}`;
  return event
    ? `visitors who did “${eventTitle(event)}”${place} at least once`
    : `visitors who saw ${path || "any page"}`;
}

/** Lead outcomes in words: at least once, or how often. Leads without consent have no visitor. */
const LEADS: Record<LeadOutcome, { once: string; often: string }> = {
  leads: { once: "visitors who sent a lead, with consent", often: "leads per visitor, with consent" },
  won_leads: { once: "visitors with a won lead, with consent", often: "won leads per visitor, with consent" },
  won_value: {
    once: "the value of a visitor's won leads, with consent",
    often: "the value of a visitor's won leads, with consent",
  },
};
