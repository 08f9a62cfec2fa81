import type { AddOnId, Catalog, PlanTier } from "./catalog.ts";
import type { BillingPeriod, UsDollars } from "./prices.ts";

/** Teams of up to this many people have list prices; larger teams get a quote. */
export const MAX_PRICED_SEATS = 1000;
/** The largest number of people that the calculator accepts. */
export const MAX_SEATS = 99_999;
const MONTHS_PER_YEAR = 12;

/** A team's selection in the price calculator. */
export interface SeatChoice {
  tier: PlanTier;
  period: BillingPeriod;
  /** Number of people: a whole number from 1 to {@link MAX_SEATS}. */
  seats: number;
  addOns: readonly AddOnId[];
}

export type SeatTotal =
  | {
      kind: "total";
      /** Per person and month, add-ons included. */
      perSeat: UsDollars;
      /** For the whole team: a twelfth of `perYear`. */
      perMonth: UsDollars;
      perYear: UsDollars;
      /** How much less the year costs than twelve monthly payments; 0 when paid monthly. */
      saving: UsDollars;
    }
  /** No list price: the plan has none, or the team is too large. */
  | { kind: "quote"; reason: "plan" | "seats" };

/** The add-ons in `addOns` that are available for `tier`, in the given order. */
export function eligibleAddOns(catalog: Catalog, tier: PlanTier, addOns: readonly AddOnId[]): AddOnId[] {
  return addOns.filter((id) => catalog.addOns[id].eligiblePlans.includes(tier));
}

/**
 * The monthly price of one person on a plan with add-ons. Add-ons that are not available for the plan are ignored. An
 * add-on costs the same in both billing periods (specification, section 9).
 * @returns null if the plan is priced by quote.
 */
export function seatPrice(
  catalog: Catalog,
  { tier, period, addOns }: Omit<SeatChoice, "seats">,
): UsDollars | null {
  const { perMonth } = catalog.plans[tier].pricing[period];
  if (perMonth === null) return null;
  const added = eligibleAddOns(catalog, tier, addOns);
  return added.reduce((sum, id) => sum + catalog.addOns[id].perMonth, perMonth);
}

/** A team's total. Amounts are whole US dollars as long as the catalog's prices are whole. */
export function seatTotal(catalog: Catalog, choice: SeatChoice): SeatTotal {
  const perSeat = seatPrice(catalog, choice);
  const monthly = seatPrice(catalog, { ...choice, period: "monthly" });
  if (perSeat === null || monthly === null) return { kind: "quote", reason: "plan" };
  if (choice.seats > MAX_PRICED_SEATS) return { kind: "quote", reason: "seats" };
  const perMonth = perSeat * choice.seats;
  return {
    kind: "total",
    perSeat,
    perMonth,
    perYear: perMonth * MONTHS_PER_YEAR,
    saving: (monthly - perSeat) * choice.seats * MONTHS_PER_YEAR,
  };
}

/** Parses a number of people from an input or a link. @returns null unless it is a whole number from 1 to {@link MAX_SEATS}. */
export function parseSeats(text: string): number | null {
  if (!/^\d{1,5}$/.test(text)) return null;
  const seats = Number(text);
  return seats >= 1 && seats <= MAX_SEATS ? seats : null;
}
