import type { Measure } from "@marquee/measure";
import { createContext, useContext } from "react";

const MeasureContext = createContext<Measure | null>(null);

/** Provides measurement to the components below it. */
export const MeasureProvider = MeasureContext.Provider;

/**
 * Measurement for the components of a page: track, page, identify, group, consent, openConsent, location. Its calls do nothing before
 * consent to C0002 and on the server.
 * @throws outside a {@link MeasureProvider} (specification, section 8).
 */
export function useMeasure(): Measure {
  const measure = useContext(MeasureContext);
  if (!measure) throw new Error("Expected Segment context provider to be mounted");
  return measure;
}
