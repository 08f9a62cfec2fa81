import type { SeatChoice } from "@marquee/contract";
import { PLAN_CONTROLS, readEarlyChoice } from "./earlyChoice.ts";
import { pricingChoice } from "./pricingChoice.ts";
import { parsePricingQuery, writePricingQuery } from "./pricingQuery.ts";

/** Dragging the slider changes the choice on every frame; Safari refuses more than 100 address changes in 30 seconds. */
const WRITE_DELAY = 250;

/**
 * Reads the choice from the address, now and after Back and Forward, lets what was switched before hydration win, and writes it there without a new history entry once it has
 * rested for a moment. @returns the cleanup.
 */
export function syncAddress(): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const read = () => pricingChoice.change(parsePricingQuery(location.search));
  const writeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => write(pricingChoice.get()), WRITE_DELAY);
  };
  read();
  window.addEventListener("popstate", read);
  const unsubscribe = pricingChoice.subscribe(writeLater);
  // Before React draws again: it would put the switches back.
  pricingChoice.change(readEarlyChoice(PLAN_CONTROLS));
  return () => {
    clearTimeout(timer);
    unsubscribe();
    window.removeEventListener("popstate", read);
  };
}

/** An address that already says the same, in whatever order or spelling, is left alone. */
function write(choice: SeatChoice): void {
  const { pathname, search, hash } = location;
  const written = writePricingQuery(search, choice);
  if (written === writePricingQuery(search, parsePricingQuery(search))) return;
  history.replaceState(history.state, "", pathname + written + hash);
}
