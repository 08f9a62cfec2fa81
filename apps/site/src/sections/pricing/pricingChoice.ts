import { ADD_ON_IDS, BILLING_PERIODS, PLAN_TIERS, parseSeats, type SeatChoice } from "@marquee/contract";
import { createStore, useStore } from "../../browser/createStore.ts";
import { uiState } from "../../site/uiState.ts";

/** The initial choice, which the server renders for all visitors. */
export const DEFAULT_CHOICE: SeatChoice = { tier: "unlimited", period: "yearly", seats: 10, addOns: [] };

/** Names of the form controls in one part of the page, by field of the choice. */
type ChoiceControls = Partial<Record<keyof SeatChoice, string>>;

export const PLAN_CONTROLS = { period: "billing", addOns: "add-ons" } as const satisfies ChoiceControls;
export const CALCULATOR_CONTROLS = {
  tier: "calculator-plan",
  period: "calculator-billing",
  addOns: "calculator-add-ons",
  seats: "calculator-seats",
} as const satisfies ChoiceControls;

/** Query parameters of a choice: `?billing=monthly&seats=25&add-ons=brain&plan=business`. */
const KEYS = { period: "billing", seats: "seats", addOns: "add-ons", tier: "plan" } as const;
const SEPARATOR = ".";

/** In milliseconds. Dragging the slider changes the choice on every frame, and Safari allows only 100 URL changes in 30 seconds. */
const WRITE_DELAY = 250;

/**
 * Plan, billing period, seats and add-ons chosen on the pricing page. A store instead of component state: parts of the page hydrate at
 * different times, and React would discard and re-render a part that gets new props before it has hydrated.
 */
export const pricingChoice = createStore(DEFAULT_CHOICE);

/** The current choice; {@link DEFAULT_CHOICE} on the server and during hydration. */
export function usePricingChoice(): SeatChoice {
  return useStore(pricingChoice, (choice) => choice);
}

/** Choices that the visitor made before hydration: only the fields that differ from the served page. */
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

/**
 * Reads the choice from the URL, now and after Back and Forward; switches used before hydration take precedence. Writes the choice to
 * the URL, without a new history entry, once it has not changed for {@link WRITE_DELAY}. Forms on any page know whether it includes Brain.
 * @returns the cleanup.
 */
export function syncAddress(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const read = () => pricingChoice.set(parsePricingQuery(location.search));
  const writeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => write(pricingChoice.get()), WRITE_DELAY);
  };
  const stopFollowing = pricingChoice.subscribe(() => {
    const isPaidBrain = pricingChoice.get().addOns.includes("brain");
    // Only a change: when Back closes an overlay, its listener has not read the new URL yet and would restore the old one.
    if (isPaidBrain !== uiState.get().isPaidBrain) uiState.set({ isPaidBrain });
  });
  read();
  window.addEventListener("popstate", read);
  const unsubscribe = pricingChoice.subscribe(writeLater);
  // Before React renders again, which would reset the switches.
  pricingChoice.set(readPreHydrationChoice(PLAN_CONTROLS));
  return () => {
    clearTimeout(timer);
    unsubscribe();
    stopFollowing();
    window.removeEventListener("popstate", read);
  };
}

/** Leaves the URL unchanged if it already has the same choice in another order or spelling. */
function write(choice: SeatChoice): void {
  const { pathname, search, hash } = location;
  const written = writePricingQuery(search, choice);
  if (written === writePricingQuery(search, parsePricingQuery(search))) return;
  history.replaceState(history.state, "", pathname + written + hash);
}

/** Parses a choice from a query string. Missing or invalid parts keep their defaults. */
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

/**
 * Writes the choice into `search`. Omits defaults and keeps other parameters.
 * @returns the query string with its question mark, or an empty string.
 */
export function writePricingQuery(search: string, { tier, period, seats, addOns }: SeatChoice): string {
  const query = new URLSearchParams(search);
  const write = (key: string, value: string, standard: string) => {
    // Append parameters in a fixed order, so that the same choice always has the same URL.
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

/** Whether a query string has any parameter of a choice, valid or not. */
export function hasChoiceParams(search: string): boolean {
  const query = new URLSearchParams(search);
  return Object.values(KEYS).some((key) => query.has(key));
}
