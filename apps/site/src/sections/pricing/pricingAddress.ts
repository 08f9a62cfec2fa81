import { ADD_ON_IDS, BILLING_PERIODS, PLAN_TIERS, parseSeats, type SeatChoice } from "@marquee/contract";
import { DEFAULT_CHOICE, PLAN_CONTROLS, pricingChoice, readPreHydrationChoice } from "./pricingChoice.ts";

/** Query parameters of a choice: `?billing=monthly&seats=25&add-ons=brain&plan=business`. */
const KEYS = { period: "billing", seats: "seats", addOns: "add-ons", tier: "plan" } as const;
const SEPARATOR = ".";

/** Dragging the slider changes the choice on every frame; Safari refuses more than 100 address changes in 30 seconds. */
const WRITE_DELAY = 250;

/**
 * Reads the choice from the address, now and after Back and Forward. What was switched before hydration wins. Writes the choice to
 * the address, without a new history entry, once it has not changed for a moment. @returns the cleanup.
 */
export function syncAddress(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const read = () => pricingChoice.set(parsePricingQuery(location.search));
  const writeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => write(pricingChoice.get()), WRITE_DELAY);
  };
  read();
  window.addEventListener("popstate", read);
  const unsubscribe = pricingChoice.subscribe(writeLater);
  // Before React draws again: it would put the switches back.
  pricingChoice.set(readPreHydrationChoice(PLAN_CONTROLS));
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener("popstate", read);
  };
}

/** A URL with the same choice, in any order or spelling, is left alone. */
function write(choice: SeatChoice): void {
  const { pathname, search, hash } = location;
  const written = writePricingQuery(search, choice);
  if (written === writePricingQuery(search, parsePricingQuery(search))) return;
  history.replaceState(history.state, "", pathname + written + hash);
}

/** Reads a choice from a query string. Missing or invalid parts keep their defaults. */
export function parsePricingQuery(search: string): SeatChoice {
  const query = new URLSearchParams(search);
  const read = (part: keyof typeof KEYS) => query.get(KEYS[part]) ?? "";
  const addOns = read("addOns").split(/[.,]/);
  return {
    tier: PLAN_TIERS.find((tier) => tier === read("tier")) ?? DEFAULT_CHOICE.tier,
    period: BILLING_PERIODS.find((period) => period === read("period")) ?? DEFAULT_CHOICE.period,
    seats: parseSeats(read("seats")) ?? DEFAULT_CHOICE.seats,
    addOns: ADD_ON_IDS.filter((id) => addOns.includes(id)),
  };
}

/** `search` with the choice in it, defaults left out and everything else kept; empty, or with its question mark. */
export function writePricingQuery(search: string, { tier, period, seats, addOns }: SeatChoice): string {
  const query = new URLSearchParams(search);
  const write = (key: string, value: string, standard: string) => {
    // Parameters in fixed order at the end, so that the same choice always has the same URL.
    query.delete(key);
    if (value !== standard) query.set(key, value);
  };
  write(KEYS.period, period, DEFAULT_CHOICE.period);
  write(KEYS.seats, String(seats), String(DEFAULT_CHOICE.seats));
  write(KEYS.addOns, addOns.join(SEPARATOR), "");
  write(KEYS.tier, tier, DEFAULT_CHOICE.tier);
  const written = query.toString();
  return written && `?${written}`;
}

/** Whether a query string names any part of a choice, valid or not. */
export function hasChoiceParams(search: string): boolean {
  const query = new URLSearchParams(search);
  return Object.values(KEYS).some((key) => query.has(key));
}
