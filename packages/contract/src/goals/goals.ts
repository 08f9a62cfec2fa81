import type { LeadKind } from "../leads/leads.ts";

export const PAGE_MATCHES = ["is", "contains", "starts with"] as const;

/** One action of visitors. An empty path means any page. */
export type SingleCondition =
  /** View a page. */
  | { kind: "page"; match: (typeof PAGE_MATCHES)[number]; path: string }
  /** Send an event whose properties have these values. */
  | { kind: "event"; event: string; properties: readonly { name: string; value: string }[] }
  /** Start to fill in a form, or send it. Null means any form. */
  | { kind: "form"; step: "started" | "sent"; form: LeadKind | null }
  /** Open an overlay, by its name. */
  | { kind: "overlay"; overlay: string }
  /** See a section of a page, by its internal name, which is the same in every language; by its ID if it has none. */
  | { kind: "section"; section: string }
  /** Click a button or link that is marked for tracking, in any language. */
  | ClickCondition
  /** The same, by its text and location, as in goals defined by earlier versions. */
  | { kind: "button"; label: string; root: string; location: string }
  /** Click any other element of a page. */
  | { kind: "element"; path: string; selector: string }
  /** Stay on a page for a time. A visit ends after 30 minutes without an event, so longer times have no meaning. */
  | { kind: "time"; path: string; seconds: number }
  /** Scroll down to a share of a page, in percent. */
  | { kind: "scroll"; path: string; percent: number };

/** A click on elements with the same target or action, on every page and in every language unless limited. */
export interface ClickCondition {
  kind: "click";
  /** Its text in English when it was picked. */
  label: string;
  /**
   * Names of the clicked elements: a link's target, without language and query; otherwise the button's ID, or its text in each language.
   */
  targets: readonly string[];
  /** The page of the click, without its language. */
  path: string;
  /** Header, footer or ID of the page without its language, and the location in it. Empty for any. */
  root: string;
  location: string;
}

/** The visitors' action that reaches a goal: one, or any of several. */
export type GoalCondition = SingleCondition | { kind: "any"; of: readonly SingleCondition[] };

export type GoalKind = SingleCondition["kind"];

/** The conditions, any one of which reaches the goal. */
export const alternativesOf = (condition: GoalCondition): readonly SingleCondition[] =>
  condition.kind === "any" ? condition.of : [condition];

/** The condition that any of the given ones meets; null without one. */
export function anyOf(alternatives: readonly SingleCondition[]): GoalCondition | null {
  const [first, ...rest] = alternatives;
  if (!first) return null;
  return rest.length === 0 ? first : { kind: "any", of: alternatives };
}

/** A goal as edited in the console. */
export interface GoalDefinition {
  /** Unique among all goals, ignoring case. The value of the dimension `event:goal`. */
  name: string;
  condition: GoalCondition;
  /** Value of one conversion; null without a value. Has no currency. */
  value: number | null;
  /** Archived goals are not counted and can be restored. */
  isArchived: boolean;
}

/**
 * A conversion, defined once and used by every query. Goals are retroactive: they apply to all stored events.
 */
export interface Goal extends Omit<GoalDefinition, "isArchived"> {
  id: number;
}

/** Goals available to queries: those that are not archived. */
export const goalsInUse = (stored: readonly { id: number; definition: GoalDefinition }[] = []): Goal[] =>
  stored.flatMap(({ id, definition: { isArchived, ...goal } }) => (isArchived ? [] : [{ id, ...goal }]));

export const MAX_GOAL_NAME_LENGTH = 120;
export const MAX_ALTERNATIVES = 10;
/** Texts of one button: one for each language and version of it. */
export const MAX_CLICK_TARGETS = 30;
/** In seconds, for goals of the kind `time`. */
export const MAX_GOAL_TIME = 30 * 60;
