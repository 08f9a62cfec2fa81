import { ERROR_STATES, type ErrorState } from "@marquee/contract/schema";

/** Filters of the list in the URL, besides the scope. */
export const FILTER_NAMES = ["state", "owner", "text"] as const;

export type StateChoice = ErrorState | "all";
export const STATE_CHOICES: readonly StateChoice[] = [...ERROR_STATES, "all"];

/** The state in the URL; open errors by default. */
export function readState(value: string): StateChoice {
  return STATE_CHOICES.find((state) => state === value) ?? "open";
}
