import type { GoalKind, SingleCondition } from "@marquee/contract";

/** Kinds of goals, in the order in which they are offered. */
const KIND_CHOICES: readonly (readonly [kind: GoalKind, name: string])[] = [
  ["page", "Views a page"],
  ["form", "Sends or starts a form"],
  ["click", "Clicks a button or link"],
  ["section", "Sees a section"],
  ["overlay", "Opens an overlay"],
  ["time", "Stays on a page"],
  ["scroll", "Scrolls down a page"],
  ["event", "Sends an event"],
  ["element", "Clicks another element"],
];

/**
 * The old kind of click goals, which counted one language. Existing goals keep it, but new ones can't use it.
 */
const OLD_CHOICE = ["button", "Clicks a button or link with one text, in one place"] as const;

/** The kinds that a form offers for a condition. */
export const kindChoices = (
  condition: SingleCondition | null,
): readonly (readonly [kind: GoalKind, name: string])[] =>
  condition?.kind === "button" ? [...KIND_CHOICES, OLD_CHOICE] : KIND_CHOICES;

/** The kind in a form, or null. */
export const readKind = (value: string): GoalKind | null =>
  [...KIND_CHOICES, OLD_CHOICE].find(([kind]) => kind === value)?.[0] ?? null;

export const FIRST_TIME: Extract<SingleCondition, { kind: "time" }> = { kind: "time", path: "", seconds: 60 };
export const FIRST_SCROLL: Extract<SingleCondition, { kind: "scroll" }> = {
  kind: "scroll",
  path: "",
  percent: 75,
};

/** What a goal of a kind starts with; null for kinds of which something has to be picked first. */
export function firstCondition(kind: GoalKind): SingleCondition | null {
  switch (kind) {
    case "form":
      return { kind, step: "sent", form: null };
    case "time":
      return FIRST_TIME;
    case "scroll":
      return FIRST_SCROLL;
    default:
      return null;
  }
}
