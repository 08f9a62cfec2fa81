import { ADD_ON_IDS, BILLING_PERIODS, PLAN_TIERS, parseSeats, type SeatChoice } from "@marquee/contract";
import { createStore, useStore } from "../../browser/createStore.ts";

/** The choice of a visitor who has not chosen anything; the server renders it for everyone. */
export const DEFAULT_CHOICE: SeatChoice = { tier: "unlimited", period: "yearly", seats: 10, addOns: [] };

/** Names of the form controls in one part of the page, by choice. */
type ChoiceControls = Partial<Record<keyof SeatChoice, string>>;

export const PLAN_CONTROLS = { period: "billing", addOns: "add-ons" } as const satisfies ChoiceControls;
export const CALCULATOR_CONTROLS = {
  tier: "calculator-plan",
  period: "calculator-billing",
  addOns: "calculator-add-ons",
  seats: "calculator-seats",
} as const satisfies ChoiceControls;

/**
 * Plan, billing period, people and add-ons as chosen on the pricing page. A store rather than state of the page: parts of it hydrate
 * later than others, and one that gets new props before it has hydrated would be thrown away and drawn anew.
 */
export const pricingChoice = createStore(DEFAULT_CHOICE);

/** The choice now; the default one on the server and while hydrating. */
export function usePricingChoice(): SeatChoice {
  return useStore(pricingChoice, (choice) => choice);
}

/** Choices made before hydration; only those that were touched. */
export function readPreHydrationChoice(names: ChoiceControls): Partial<SeatChoice> {
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
