import { ADD_ON_IDS, BILLING_PERIODS, PLAN_TIERS, parseSeats, type SeatChoice } from "@marquee/contract";

/** Names of the controls of one part of the page, by what they choose. */
type ChoiceControls = Partial<Record<keyof SeatChoice, string>>;

export const PLAN_CONTROLS = { period: "billing", addOns: "add-ons" } as const satisfies ChoiceControls;
export const CALCULATOR_CONTROLS = {
  tier: "calculator-plan",
  period: "calculator-billing",
  addOns: "calculator-add-ons",
  seats: "calculator-seats",
} as const satisfies ChoiceControls;

/** What was chosen by hand before React answered there; only the parts that were touched. */
export function readEarlyChoice(names: ChoiceControls): Partial<SeatChoice> {
  const period = BILLING_PERIODS.find((each) => each === switchedOn(names.period)[0]);
  const tier = PLAN_TIERS.find((each) => each === switchedOn(names.tier)[0]);
  const switched = switchedOn(names.addOns);
  const addOns = ADD_ON_IDS.filter((id) => switched.includes(id));
  const field = inputsOf(names.seats).find(({ value, defaultValue }) => value !== defaultValue);
  const seats = field ? parseSeats(field.value) : null;
  return {
    ...(tier && { tier }),
    ...(period && { period }),
    ...(seats && { seats }),
    ...(addOns.length > 0 && { addOns }),
  };
}

function switchedOn(name: string | undefined): string[] {
  return inputsOf(name)
    .filter(({ checked, defaultChecked }) => checked && !defaultChecked)
    .map(({ value }) => value);
}

function inputsOf(name: string | undefined): HTMLInputElement[] {
  return name ? [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)] : [];
}
