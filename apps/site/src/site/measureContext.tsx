import type { Measure } from "@marquee/measure";
import { createContext, useContext } from "react";

const MeasureContext = createContext<Measure | null>(null);

/** Gives the blocks below it measurement. */
export const MeasureProvider = MeasureContext.Provider;

/**
 * What blocks of a page may ask of measurement: track, page, identify, group, consent, openConsent, location. Before the visitor agrees to
 * C0002 its calls do nothing. Neither do they on the server.
 * @throws outside a {@link MeasureProvider} (specification, section 8).
 */
export function useMeasure(): Measure {
  const measure = useContext(MeasureContext);
  if (!measure) throw new Error("Expected Segment context provider to be mounted");
  return measure;
}
