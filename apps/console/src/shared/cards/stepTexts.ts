import { describeCondition } from "@marquee/contract";
import type { Funnel, FunnelStep } from "@marquee/contract/schema";

/** Names of goals, by ID. */
export type GoalNames = ReadonlyMap<number, string>;

/** A step in words. */
export function stepText(step: FunnelStep, goals: GoalNames): string {
  if ("condition" in step) return describeCondition(step.condition);
  return goals.get(step.goal) ?? "An archived goal";
}

const ONE_HOUR = 3600;
const ONE_DAY = 24 * ONE_HOUR;

/** Time limits, in seconds; "" for none. */
export const WINDOWS: readonly (readonly [value: string, name: string])[] = [
  ["", "No time limit"],
  [String(ONE_HOUR / 2), "30 minutes"],
  [String(ONE_HOUR), "1 hour"],
  [String(ONE_DAY), "1 day"],
  [String(7 * ONE_DAY), "7 days"],
  [String(14 * ONE_DAY), "14 days"],
  [String(30 * ONE_DAY), "30 days"],
  [String(90 * ONE_DAY), "90 days"],
];

/** The funnel's rules as a sentence. */
export function rulesText({ per, order, window }: Funnel): string {
  const who =
    per === "visit"
      ? "Counts visits: all steps are in one visit"
      : "Counts visitors: steps can be in several visits";
  const how = order === "strict" ? "with no other step in between" : "with anything in between";
  const limit = WINDOWS.find(([value]) => value === String(window ?? ""))?.[1] ?? `${window} seconds`;
  return `${who}, ${how}${window === null ? "" : `, within ${limit}`}.`;
}
