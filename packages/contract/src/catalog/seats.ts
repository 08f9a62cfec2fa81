import type { AddOnId, Catalog, PlanTier } from "./catalog.ts";
import { type BillingPeriod, isPerUser, type UsDollars } from "./prices.ts";

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
      /** Per person and month, add-ons included. Of a plan with one price for all, only the add-ons. */
      perSeat: UsDollars;
      /** For the whole team: `perYear` divided by 12. */
      perMonth: UsDollars;
      perYear: UsDollars;
      /** Saving of the yearly price over twelve monthly payments; 0 when paid monthly. */
      saving: UsDollars;
    }
  /** No list price: the plan has none, or the team is too large. */
  | { kind: "quote"; reason: "plan" | "seats" };

/** The add-ons in `addOns` that are available for `tier`, in the given order. */
export function eligibleAddOns(catalog: Catalog, tier: PlanTier, addOns: readonly AddOnId[]): AddOnId[] {
  return addOns.filter((id) => catalog.addOns[id].eligiblePlans.includes(tier));
}

/** Monthly price of a plan with add-ons. */
interface MonthlyPrice {
  /** For the whole team, if the plan is not priced per user. */
  once: UsDollars;
  /** For each person: the plan if it is priced per user, and the add-ons. */
  perSeat: UsDollars;
}

/**
 * The monthly price of a plan with add-ons. Add-ons that are not available for the plan are ignored. An
 * add-on costs the same in both billing periods (specification, section 9).
 * @returns null if the plan is priced by quote.
 */
export function monthlyPrice(
  catalog: Catalog,
  { tier, period, addOns }: Omit<SeatChoice, "seats">,
): MonthlyPrice | null {
  const pricing = catalog.plans[tier].pricing[period];
  if (pricing.perMonth === null) return null;
  const [once, perSeat] = isPerUser(pricing) ? [0, pricing.perMonth] : [pricing.perMonth, 0];
  const added = eligibleAddOns(catalog, tier, addOns);
  return { once, perSeat: added.reduce((sum, id) => sum + catalog.addOns[id].perMonth, perSeat) };
}

/** A team's yearly price in cents, from the billed price: a price per month may be rounded. @returns null if the plan is priced by quote. */
function yearInCents(catalog: Catalog, { tier, period, seats, addOns }: SeatChoice): number | null {
  const pricing = catalog.plans[tier].pricing[period];
  if (pricing.price === null) return null;
  const cents = (dollars: UsDollars) => Math.round(dollars * 100);
  const plan = cents(pricing.price) * (period === "yearly" ? 1 : MONTHS_PER_YEAR);
  const added = eligibleAddOns(catalog, tier, addOns).map((id) => cents(catalog.addOns[id].perMonth));
  const perSeat = added.reduce((sum, each) => sum + each * MONTHS_PER_YEAR, 0);
  return isPerUser(pricing) ? (plan + perSeat) * seats : plan + perSeat * seats;
}

/** A team's total. Amounts are whole US dollars as long as the catalog's prices are whole per month. */
export function seatTotal(catalog: Catalog, choice: SeatChoice): SeatTotal {
  const price = monthlyPrice(catalog, choice);
  const year = yearInCents(catalog, choice);
  const monthly = yearInCents(catalog, { ...choice, period: "monthly" });
  if (price === null || year === null || monthly === null) return { kind: "quote", reason: "plan" };
  if (choice.seats > MAX_PRICED_SEATS) return { kind: "quote", reason: "seats" };
  return {
    kind: "total",
    perSeat: price.perSeat,
    perMonth: Math.round(year / MONTHS_PER_YEAR) / 100,
    perYear: year / 100,
    saving: (monthly - year) / 100,
  };
}

/** Parses a number of people from an input or a link. @returns null unless it is a whole number from 1 to {@link MAX_SEATS}. */
export function parseSeats(text: string): number | null {
  if (!/^\d{1,5}$/.test(text)) return null;
  const seats = Number(text);
  return seats >= 1 && seats <= MAX_SEATS ? seats : null;
}
