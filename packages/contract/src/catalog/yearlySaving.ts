import type { Plan } from "./plans.ts";
import type { UsDollars } from "./pricing.types.ts";

/** What paying yearly saves over twelve monthly payments, for each user and year. */
export interface YearlySaving {
  amount: UsDollars;
  /** Of the twelve monthly payments, rounded down to a whole percent so that it never promises too much. */
  percent: number;
}

/** @returns null where nothing is saved: a free plan, a price given by quote, a year no cheaper than its months. */
export function yearlySaving(plan: Plan): YearlySaving | null {
  const { monthly, yearly } = plan.pricing;
  if (monthly.price === null || yearly.price === null) return null;
  const twelveMonths = monthly.price * 12;
  const amount = twelveMonths - yearly.price;
  if (amount <= 0) return null;
  return { amount, percent: Math.floor((amount / twelveMonths) * 100) };
}
