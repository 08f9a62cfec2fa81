import type { ConsentProvider } from "@marquee/contract";
import { exposeApi } from "../boot/exposeApi.ts";
import type { Measure } from "../boot/startMeasure.ts";
import { followHistory } from "../browser/followHistory.ts";

/**
 * Interface for the page's own code, loaded after the core: `window.marquee`, where calls wait until then, and page calls for its navigation.
 */
export function servePage(measure: Measure, consentProvider: ConsentProvider["name"]): void {
  const routeChanged = () => {
    measure.routeChanged();
    measure.pageComplete();
  };
  followHistory(routeChanged);
  // It may have navigated while this code was loading. Otherwise, this changes nothing.
  routeChanged();
  exposeApi(measure);
  // The page's own copy of OneTrust shows the dialog; this follows the decision.
  if (consentProvider === "onetrust")
    import("../consent/oneTrust.ts").then(
      ({ startOneTrust }) => startOneTrust(measure.consent),
      () => undefined,
    );
}
