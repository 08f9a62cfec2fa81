import { PLANS, type PlanTier } from "./plans.ts";
import type { BillingPeriod, DisplayPrice, UsDollars } from "./prices.ts";

export const ADD_ON_IDS = ["brain", "aiNotetaker"] as const;

export type AddOnId = (typeof ADD_ON_IDS)[number];

/** Something bought on top of a plan. Name and description are copy: `addOns.<id>` in `pricing.json`. */
export interface AddOn {
  id: AddOnId;
  /** For each user and month. */
  perMonth: UsDollars;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Plans it can be added to. */
  eligiblePlans: readonly PlanTier[];
}

/**
 * The add-ons and prices of specification, sections 3 and 9. The specification leaves the notetaker's plans
 * open: it is sold with the paid ones, because its recordings need the unlimited storage that Free lacks.
 */
export const ADD_ONS: Record<AddOnId, AddOn> = {
  brain: { id: "brain", perMonth: 9, eligiblePlans: ["free", "unlimited", "business", "enterprise"] },
  aiNotetaker: { id: "aiNotetaker", perMonth: 6, eligiblePlans: ["unlimited", "business", "enterprise"] },
};

/** Teams of up to this many people have listed prices; larger ones get a quote. */
export const MAX_PRICED_SEATS = 1000;
/** The largest number of people that the calculator takes. */
export const MAX_SEATS = 99_999;
const MONTHS_PER_YEAR = 12;

/** What a team would buy. */
export interface SeatChoice {
  tier: PlanTier;
  period: BillingPeriod;
  /** People, a whole number from 1 to {@link MAX_SEATS}. */
  seats: number;
  addOns: readonly AddOnId[];
}

export type SeatTotal =
  | {
      kind: "total";
      /** For one person, with add-ons. */
      perSeat: UsDollars;
      /** For everyone: a twelfth of `perYear`. */
      perMonth: UsDollars;
      perYear: UsDollars;
      /** What the year costs less than twelve monthly payments; 0 when paid monthly. */
      saving: UsDollars;
    }
  /** No listed price: the plan has none, or the team is too large for it. */
  | { kind: "quote"; reason: "plan" | "seats" };

/** The add-ons among `addOns` that go with `tier`, in their order. */
export function eligibleAddOns(tier: PlanTier, addOns: readonly AddOnId[]): AddOnId[] {
  return addOns.filter((id) => ADD_ONS[id].eligiblePlans.includes(tier));
}

/**
 * What one person costs a month on a plan with add-ons; add-ons that do not go with the plan count nothing, and cost the same in both
 * periods (specification, section 9).
 * @returns null when the plan is priced by quote.
 */
export function seatPrice({ tier, period, addOns }: Omit<SeatChoice, "seats">): UsDollars | null {
  const { perMonth } = PLANS[tier].pricing[period];
  if (perMonth === null) return null;
  return eligibleAddOns(tier, addOns).reduce((sum, id) => sum + ADD_ONS[id].perMonth, perMonth);
}

/** A team's total, in whole US dollars as long as the catalog's prices are whole. */
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

/** Reads a number of people as typed or linked to. @returns null unless it is a whole number from 1 to {@link MAX_SEATS}. */
export function parseSeats(text: string): number | null {
  if (!/^\d{1,5}$/.test(text)) return null;
  const seats = Number(text);
  return seats >= 1 && seats <= MAX_SEATS ? seats : null;
}
