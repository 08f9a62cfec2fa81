import type { GoalKind } from "@marquee/contract";

/** Kinds of goals, in the order in which they are offered. */
export const KIND_CHOICES: readonly (readonly [kind: GoalKind, name: string])[] = [
  ["page", "Views a page"],
  ["form", "Sends or starts a form"],
  ["button", "Clicks a button or link"],
  ["section", "Sees a section"],
  ["overlay", "Opens an overlay"],
  ["time", "Stays on a page"],
  ["scroll", "Scrolls down a page"],
  ["event", "Sends an event"],
  ["element", "Clicks another element"],
];

/** The kind in a form, or null. */
export const readKind = (value: string): GoalKind | null =>
  KIND_CHOICES.find(([kind]) => kind === value)?.[0] ?? null;
