import { PLANS, type PlanTier } from "./plans.ts";
import type { BillingPeriod, DisplayPrice, UsDollars } from "./prices.ts";

export const ADD_ON_IDS = ["brain", "aiNotetaker"] as const;

export type AddOnId = (typeof ADD_ON_IDS)[number];

/** An extra bought on top of a plan. Its name and description are copy: `addOns.<id>` in `pricing.json`. */
export interface AddOn {
  id: AddOnId;
  /** Per user and month. */
  perMonth: UsDollars;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Plans that the add-on is available for. */
  eligiblePlans: readonly PlanTier[];
}

/**
 * The add-ons and prices of the specification, sections 3 and 9. The specification does not say which plans include the
 * notetaker. It is sold with paid plans only, because its recordings need the unlimited storage that Free lacks.
 */
export const ADD_ONS: Record<AddOnId, AddOn> = {
  brain: { id: "brain", perMonth: 9, eligiblePlans: ["free", "unlimited", "business", "enterprise"] },
  aiNotetaker: { id: "aiNotetaker", perMonth: 6, eligiblePlans: ["unlimited", "business", "enterprise"] },
};

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
export function eligibleAddOns(tier: PlanTier, addOns: readonly AddOnId[]): AddOnId[] {
  return addOns.filter((id) => ADD_ONS[id].eligiblePlans.includes(tier));
}

/**
 * The monthly price of one person on a plan with add-ons. Add-ons that are not available for the plan are ignored. An
 * add-on costs the same in both billing periods (specification, section 9).
 * @returns null if the plan is priced by quote.
 */
export function seatPrice({ tier, period, addOns }: Omit<SeatChoice, "seats">): UsDollars | null {
  const { perMonth } = PLANS[tier].pricing[period];
  if (perMonth === null) return null;
  return eligibleAddOns(tier, addOns).reduce((sum, id) => sum + ADD_ONS[id].perMonth, perMonth);
}

/** A team's total. Amounts are whole US dollars as long as the catalog's prices are whole. */
export function seatTotal(choice: SeatChoice): SeatTotal {
  const perSeat = seatPrice(choice);
  const monthly = seatPrice({ ...choice, period: "monthly" });
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
