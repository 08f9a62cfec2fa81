/** Stages of a lead on its way to a customer, in order. */
export const LEAD_STATUSES = ["new", "contacted", "qualified", "won", "lost"] as const;

export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** Outcomes of leads: all except spam, won leads, and the value of won leads. */
export const LEAD_OUTCOMES = ["leads", "won_leads", "won_value"] as const;
export type LeadOutcome = (typeof LEAD_OUTCOMES)[number];

/** Largest value of a lead, in {@link CURRENCY}. */
export const MAX_LEAD_VALUE = 9_999_999_999;

/** Whether an amount is a valid lead value: not negative, with two decimals at most. */
export function isLeadValue(value: number): boolean {
  return (
    value >= 0 &&
    value <= MAX_LEAD_VALUE &&
    Math.abs(Math.round(value * 100) - value * 100) < 1e-6 * Math.max(1, value)
  );
}
