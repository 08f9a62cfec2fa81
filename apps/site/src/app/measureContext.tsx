import type { Measure } from "@marquee/measure";
import type { createVisitorLocate } from "@marquee/measure/location";
import { createContext, type ReactNode, useContext, useMemo } from "react";

/** What blocks of a page may ask of measurement. Before the visitor agrees to C0002 its calls do nothing. */
export interface PageMeasure extends Pick<Measure, "track" | "page" | "identify" | "group" | "openConsent"> {
  consent: Pick<Measure["consent"], "isGranted" | "subscribe">;
  /** The visitor's country; null without their agreement or an answer. */
  location: ReturnType<typeof createVisitorLocate>;
}

const MeasureContext = createContext<PageMeasure | null>(null);

interface MeasureProviderProps {
  /** Null on the server, where nobody is measured. */
  measure: Measure | null;
  children: ReactNode;
}

export function MeasureProvider({ measure, children }: MeasureProviderProps) {
  const value = useMemo(() => (measure ? pageMeasure(measure) : SILENT), [measure]);
  return <MeasureContext value={value}>{children}</MeasureContext>;
}

/** @throws outside a {@link MeasureProvider} (specification, section 8). */
export function useMeasure(): PageMeasure {
  const measure = useContext(MeasureContext);
  if (!measure) throw new Error("Expected Segment context provider to be mounted");
  return measure;
}

function pageMeasure(measure: Measure): PageMeasure {
  return {
    ...measure,
    // Another provider than our own dialog may take it over later.
    openConsent: () => measure.openConsent(),
    // Few visitors are looked up, so the code for it is fetched for them alone.
    location: async () => {
      const { createVisitorLocate } = await import("@marquee/measure/location");
      return createVisitorLocate(measure.consent)();
    },
  };
}

const doNothing = () => undefined;
const SILENT: PageMeasure = {
  track: doNothing,
  page: doNothing,
  identify: doNothing,
  group: doNothing,
  openConsent: doNothing,
  consent: { isGranted: () => false, subscribe: () => doNothing },
  location: async () => null,
};
