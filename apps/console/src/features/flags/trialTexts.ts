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

/** Why a rule did or did not apply, to put after its number. */
export function reasonText(reason: RuleSkipReason): string {
  return REASONS[reason];
}

/** A value for display. Booleans read "On" or "Off", like their switch; other values are formatted JSON. */
export function valueText(value: Json): string {
  if (typeof value === "boolean") return value ? "On" : "Off";
  return JSON.stringify(value, null, 2);
}

/**
 * What decided the value, as a sentence.
 * @param number the position of a rule, from 1, by its ID.
 */
export function decidedByText(
  answeredBy: FlagTestResponse["answeredBy"],
  number: (id: string) => number,
): string {
  if (answeredBy.kind === "rule") return `Rule ${number(answeredBy.id)} matched.`;
  if (answeredBy.kind === "default") return "No rule matched, so the default applies.";
  return `Experiment ${answeredBy.key} applied its variation ${answeredBy.variation}.`;
}
