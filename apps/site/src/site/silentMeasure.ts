import type { Measure } from "@marquee/measure";

const doNothing = () => undefined;

/** Measurement where nobody is measured: on the server, and in a preview. */
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
    decide: doNothing,
    subscribe: () => doNothing,
  },
  openConsent: doNothing,
  location: async () => null,
  routeChanged: doNothing,
  stop: doNothing,
};
