import type { SeatChoice } from "@marquee/contract";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { readEarlyChoice } from "./earlyChoice.ts";
import { DEFAULT_CHOICE, parsePricingQuery, writePricingQuery } from "./pricingQuery.ts";

/** Dragging the slider changes the choice on every frame; Safari refuses more than 100 address changes in 30 seconds. */
const WRITE_DELAY = 250;

/** The visitor's choice, and how to change a part of it. */
export interface PricingState {
  choice: SeatChoice;
  change: (part: Partial<SeatChoice>) => void;
}

/**
 * Plan, billing period, people and add-ons as chosen on this page. The address holds them: they are read from it once React answers
 * (until then, as on the server, the defaults show) and after Back and Forward, and written to it without a new history entry.
 */
export function usePricingChoice(): PricingState {
  const [read, setRead] = useState<SeatChoice | null>(null);
  const change = useCallback(
    (part: Partial<SeatChoice>) => setRead((before) => ({ ...(before ?? DEFAULT_CHOICE), ...part })),
    [],
  );

  useLayoutEffect(() => {
    const readAddress = () => setRead(parsePricingQuery(location.search));
    readAddress();
    change(readEarlyChoice(document));
    window.addEventListener("popstate", readAddress);
    return () => window.removeEventListener("popstate", readAddress);
  }, [change]);

  useEffect(() => {
    if (!read) return;
    const timer = setTimeout(() => writeAddress(read), WRITE_DELAY);
    return () => clearTimeout(timer);
  }, [read]);

  return { choice: read ?? DEFAULT_CHOICE, change };
}

/** An address that already says the same, in whatever order or spelling, is left alone. */
function writeAddress(choice: SeatChoice): void {
  const { pathname, search, hash } = location;
  const written = writePricingQuery(search, choice);
  if (written === writePricingQuery(search, parsePricingQuery(search))) return;
  history.replaceState(history.state, "", pathname + written + hash);
}
