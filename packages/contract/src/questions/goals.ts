import type { LeadKind } from "../leads/leads.ts";

export const PAGE_MATCHES = ["is", "contains", "starts with"] as const;

/** What visitors do to reach a goal. An empty path means any page. */
export type GoalCondition =
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
  /** Click a button or link that is marked for tracking, by its label and place. */
  | { kind: "button"; label: string; root: string; location: string }
  /** Click any other element of a page. */
  | { kind: "element"; path: string; selector: string }
  /** Stay on a page for a time. A visit ends after 30 minutes without an event, so longer times have no meaning. */
  | { kind: "time"; path: string; seconds: number }
  /** Scroll down to a share of a page, in percent. */
  | { kind: "scroll"; path: string; percent: number };

export type GoalKind = GoalCondition["kind"];

/** A goal as edited in the console. */
export interface GoalDefinition {
  /** Unique among all goals, whatever the case. The value of the dimension `event:goal`. */
  name: string;
  condition: GoalCondition;
  /** What one conversion is worth; null without a value. Has no currency. */
  value: number | null;
  /** Archived goals count nowhere and can be restored. */
  isArchived: boolean;
}

/** A conversion, defined once and used by every question. Goals look back: they apply to all stored events. */
export interface Goal extends Omit<GoalDefinition, "isArchived"> {
  id: number;
}

export const MAX_GOAL_NAME_LENGTH = 120;
/** In seconds, for goals of the kind `time`. */
export const MAX_GOAL_TIME = 30 * 60;
