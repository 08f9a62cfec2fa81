import { ADD_ON_IDS, BILLING_PERIODS, type SeatChoice } from "@marquee/contract";

/** Names of the switches beside the plans, which a visitor can reach before React answers. */
export const EARLY_SWITCHES = { period: "billing", addOns: "add-ons" } as const;

/** What was switched by hand before React took over; only the parts that were touched. */
export function readEarlyChoice(page: ParentNode): Partial<SeatChoice> {
  const touched = (name: string) =>
    [...page.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].filter(
      (input) => input.checked && !input.defaultChecked,
    );
  const [billing] = touched(EARLY_SWITCHES.period);
  const period = BILLING_PERIODS.find((each) => each === billing?.value);
  const values = touched(EARLY_SWITCHES.addOns).map(({ value }) => value);
  const addOns = ADD_ON_IDS.filter((id) => values.includes(id));
  return { ...(period && { period }), ...(addOns.length > 0 && { addOns }) };
}
