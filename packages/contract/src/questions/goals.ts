/** What visitors do to reach a goal. */
export type GoalCondition =
  /** View a page. */
  | { kind: "page"; match: "is" | "contains" | "starts with"; path: string }
  /** Send an event whose properties have these values. */
  | { kind: "event"; event: string; properties: readonly { name: string; value: string }[] };

/** A conversion, defined once and used by every question. Goals look back: they apply to all stored events. */
export interface Goal {
  id: number;
  /** Unique. The value of the dimension `event:goal`. */
  name: string;
  condition: GoalCondition;
  /** What one conversion is worth; null without a value. Has no currency. */
  value: number | null;
}
