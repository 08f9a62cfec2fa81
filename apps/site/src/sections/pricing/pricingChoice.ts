import type { SeatChoice } from "@marquee/contract";
import { useSyncExternalStore } from "react";
import { DEFAULT_CHOICE } from "./pricingQuery.ts";

let choice = DEFAULT_CHOICE;
const listeners = new Set<() => void>();

/**
 * Plan, billing period, people and add-ons as chosen on the pricing page. A store rather than state of the page: parts of it hydrate
 * later than others, and one that gets new props before it has hydrated would be thrown away and drawn anew.
 */
export const pricingChoice = {
  get: (): SeatChoice => choice,
  change(part: Partial<SeatChoice>): void {
    choice = { ...choice, ...part };
    for (const listener of listeners) listener();
  },
  /** @returns the unsubscription. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** The choice now; the default one on the server and while hydrating. */
export function usePricingChoice(): SeatChoice {
  return useSyncExternalStore(pricingChoice.subscribe, pricingChoice.get, () => DEFAULT_CHOICE);
}
