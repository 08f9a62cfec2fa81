import type { Json } from "@marquee/contract";
import type { FlagTestResponse, RuleSkipReason } from "@marquee/contract/schema";

const REASONS: Record<RuleSkipReason, string> = {
  answered: "answered",
  off: "is off",
  "not-this-environment": "is not enabled in this environment",
  "not-this-time": "is outside its schedule",
  targeting: "targets other visitors",
  prerequisite: "has an unmet prerequisite",
  coverage: "excludes this visitor (rollout)",
  "no-id": "requires consent, and this visitor has no ID",
  "not-reached": "was not evaluated",
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
  if (answeredBy.kind === "rule") return `Rule ${number(answeredBy.id)} matched.`;
  if (answeredBy.kind === "default") return "No rule matched, so the default applies.";
  return `Experiment ${answeredBy.key} applied its variation ${answeredBy.variation}.`;
}
