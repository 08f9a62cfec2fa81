import {
  EVENT_CATALOG,
  type EventName,
  type Goal,
  type LeadOutcome,
  METRICS,
  type Metric,
} from "@marquee/contract";

export type Template = "event" | "page" | "reading" | "mean" | "value";

/** Labels of the choices that add a metric. */
export const TEMPLATES: readonly (readonly [Template, string])[] = [
  ["event", "Event …"],
  ["page", "Page view of …"],
  ["reading", "Page views per visitor"],
  ["mean", "Average of a property"],
  ["value", "Sum of a property per visitor"],
];

/** Names of the events that the site sends automatically, suggested for metrics. */
export const KNOWN_EVENTS = Object.keys(EVENT_CATALOG) as EventName[];

/** Default name of a page view metric. It follows the path until someone edits it. */
export function pageViewName(path: string): string {
  return path === "" ? "Page view" : `Page view of ${path}`;
}

const PARTS: Record<Template, Omit<Metric, "id" | "path" | "goal" | "isGuardrail">> = {
  event: { name: "Form sent", type: "conversion", event: "Form Sent", property: "" },
  page: { name: pageViewName(""), type: "conversion", event: "", property: "" },
  reading: { name: "Page views per visitor", type: "count", event: "", property: "" },
  mean: { name: "Average value", type: "mean", event: "", property: "" },
  value: { name: "Value per visitor", type: "value", event: "", property: "" },
};

/** A metric with default values and an ID that is unique among `otherMetrics`. */
export function newMetric(template: Template, otherMetrics: readonly Metric[]): Metric {
  return {
    id: newId(template, otherMetrics),
    ...PARTS[template],
    path: "",
    goal: "increase",
    isGuardrail: false,
  };
}

/** A metric that counts a goal. @param value of one conversion; if set, the metric sums values. */
export function goalMetric(
  { id, name, condition }: Goal,
  otherMetrics: readonly Metric[],
  worth?: number,
): Metric {
  const counted = {
    ...newMetric("event", otherMetrics),
    id: newId(`goal-${id}`, otherMetrics),
    name,
    event: "",
    condition,
  };
  return worth ? { ...counted, name: `${name}: value`, type: "value", worth } : counted;
}

/** A metric that counts leads by outcome. */
export function leadMetric(lead: LeadOutcome, otherMetrics: readonly Metric[]): Metric {
  const type = lead === "won_value" ? "value" : "conversion";
  const id = newId(lead.replace("_", "-"), otherMetrics);
  return { ...newMetric("event", otherMetrics), id, name: METRICS[lead].title, event: "", type, lead };
}

function newId(base: string, otherMetrics: readonly Metric[]): string {
  const taken = new Set(otherMetrics.map(({ id }) => id));
  let id = base;
  for (let number = 2; taken.has(id); number += 1) id = `${base}-${number}`;
  return id;
}
