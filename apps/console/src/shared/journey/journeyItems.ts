import type { JourneyVisit } from "@marquee/contract/schema";
import type { ReactNode } from "react";

/** Something on a timeline that is not a visit. */
export interface Milestone {
  key: string;
  /** Milliseconds since the epoch. */
  at: number;
  icon: "form" | "delivery" | "status" | "owner" | "note" | "meeting";
  title: ReactNode;
  detail?: ReactNode;
  /** Whether it is a problem, such as a failed delivery. */
  isBad?: boolean;
}

export type JourneyItem =
  | { kind: "visit"; at: number; visit: JourneyVisit }
  | { kind: "milestone"; at: number; milestone: Milestone };

/** Visits and milestones in order of start, oldest first. */
export function journeyItems(
  visits: readonly JourneyVisit[],
  milestones: readonly Milestone[],
): JourneyItem[] {
  return [
    ...visits.map((visit) => ({ kind: "visit" as const, at: visit.startedAt, visit })),
    ...milestones.map((milestone) => ({ kind: "milestone" as const, at: milestone.at, milestone })),
  ].sort((one, other) => one.at - other.at);
}
