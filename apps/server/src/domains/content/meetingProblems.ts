import {
  type Json,
  MAX_MEETING_RULES,
  MEETING_FORMS,
  meetingLinkProblems,
  meetingRuleProblems,
} from "@marquee/contract";

export const MEETING_ROUTES_FILE = "meeting-routes.json";

/** Why the rules or the default link of a form can't have a value, and how to fix it; null if they can. */
export function meetingFieldProblem(tokens: readonly string[], value: Json): string | null {
  const [form, field, ...below] = tokens;
  const isField = below.length === 0 && MEETING_FORMS.some((each) => each === form);
  if (isField && field === "default") return Object.values(meetingLinkProblems(value))[0] ?? null;
  if (!isField || field !== "rules") return "This is not a field of meeting routes.";
  if (!Array.isArray(value)) return "This must be a list of rules.";
  if (value.length > MAX_MEETING_RULES) return `A form can have at most ${MAX_MEETING_RULES} rules.`;
  for (const [index, rule] of value.entries()) {
    const [problem] = Object.values(meetingRuleProblems(rule, namesBefore(value, index)));
    if (problem) return `Rule ${index + 1}: ${problem}`;
  }
  return null;
}

/** Names of the rules before one. */
export function namesBefore(rules: readonly unknown[], index: number): string[] {
  return rules.slice(0, index).map((rule) => String((rule as { name?: unknown } | null)?.name));
}
