import type { Measure } from "@marquee/measure";

const doNothing = () => undefined;

/** A no-op, for the server. Consent is unknown and never granted. */
export const NOOP_MEASURE: Measure = {
  track: doNothing,
  page: doNothing,
  screen: doNothing,
  identify: doNothing,
  group: doNothing,
  alias: doNothing,
  consent: {
    stateOf: () => "unknown",
    isGranted: () => false,
    decision: () => null,
    decide: doNothing,
    subscribe: () => doNothing,
  },
  openConsent: doNothing,
  location: async () => null,
  routeChanged: doNothing,
  pageComplete: doNothing,
  stop: doNothing,
};
