import type { Json } from "@marquee/contract";
import type { FlagTestResponse, RuleSkipReason } from "@marquee/contract/schema";

const REASONS: Record<RuleSkipReason, string> = {
  answered: "answered",
  off: "is off",
  "not-this-environment": "does not count on this server",
  "not-this-time": "does not count at this time",
  targeting: "is for other visitors",
  prerequisite: "waits for another flag's answer",
  coverage: "leaves this visitor out by its share",
  "no-id": "is for visitors who agreed to be measured; this one has no id",
  "not-reached": "was not reached",
};

/** Why a rule did or did not answer, to stand behind its number. */
export function reasonText(reason: RuleSkipReason): string {
  return REASONS[reason];
}

/** A value to be read: a boolean is on or off, as its switch says. */
export function valueText(value: Json): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return JSON.stringify(value, null, 2);
}

/** What answered, as a sentence; `number` tells a rule's place by its id. */
export function decidedByText(
  answeredBy: FlagTestResponse["answeredBy"],
  number: (id: string) => number,
): string {
  if (answeredBy.kind === "rule") return `Rule ${number(answeredBy.id)} answered.`;
  if (answeredBy.kind === "default") return "No rule fits, so the default answered.";
  return `Experiment ${answeredBy.key} answered with its variation ${answeredBy.variation}.`;
}
