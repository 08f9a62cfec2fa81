import type { JourneyVisit } from "@marquee/contract/schema";
import type { ReactNode } from "react";

/** Something on a timeline that is no visit. */
export interface Milestone {
  key: string;
  /** Milliseconds since the epoch. */
  at: number;
  icon: "form" | "delivery" | "status" | "owner" | "note" | "meeting";
  title: ReactNode;
  detail?: ReactNode;
  /** Worse than expected, such as a delivery that failed. */
  isBad?: boolean;
}

export type JourneyItem =
  | { kind: "visit"; at: number; visit: JourneyVisit }
  | { kind: "milestone"; at: number; milestone: Milestone };

/** Visits and milestones in the order in which they began, the first one first. */
export function journeyItems(
  visits: readonly JourneyVisit[],
  milestones: readonly Milestone[],
): JourneyItem[] {
  return [
    ...visits.map((visit) => ({ kind: "visit" as const, at: visit.startedAt, visit })),
    ...milestones.map((milestone) => ({ kind: "milestone" as const, at: milestone.at, milestone })),
  ].sort((one, other) => one.at - other.at);
}
