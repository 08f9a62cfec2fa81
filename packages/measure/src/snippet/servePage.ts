import type { ConsentProvider } from "@marquee/contract";
import { exposeApi } from "../boot/exposeApi.ts";
import type { Measure } from "../boot/startMeasure.ts";
import { followHistory } from "../browser/followHistory.ts";

/** What the page's own code needs, loaded after the core: `window.marquee`, where calls wait until then, and page calls for its navigation. */
export function servePage(measure: Measure, consentProvider: ConsentProvider["name"]): void {
  const routeChanged = () => {
    measure.routeChanged();
    measure.pageComplete();
  };
  followHistory(routeChanged);
  // It may have navigated while this code was loading. Otherwise, this changes nothing.
  routeChanged();
  exposeApi(measure);
  // The page's own copy of OneTrust asks; this follows its answer.
  if (consentProvider === "onetrust")
    import("../consent/oneTrust.ts").then(
      ({ startOneTrust }) => startOneTrust(measure.consent),
      () => undefined,
    );
}
