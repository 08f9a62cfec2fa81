import { APP_REDIRECT_PARAMETER, isMeasuredByRegion } from "@marquee/contract";
import { startMeasure } from "@marquee/measure";
import { exposeApi } from "@marquee/measure/api";
import { startClicks } from "@marquee/measure/clicks";
import { startScrollMemory } from "./app/scrollMemory.ts";
import { startHydration } from "./app/startHydration.ts";
import { documentVersion } from "./site/documentVersion.ts";
import { readSettings } from "./site/settings.ts";
import { NOOP_MEASURE } from "./site/silentMeasure.ts";

// A prerendered page may never be shown: until it is, nothing is measured, stored or requested.
if (Reflect.get(document, "prerendering"))
  await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
startScrollMemory();
const settings = readSettings();
/** Overridden flags make pages that visitors do not see; their figures would mislead. */
const isDebugging = () => new URLSearchParams(location.search).get("debug") === "true";
const { writeKey, cookieDomain, audience, tools, assignments, flags, pageName } = settings;
const { consentProvider, isPreview } = settings;
const measure = isPreview
  ? NOOP_MEASURE
  : startMeasure({
      writeKey,
      cookieDomain,
      audience,
      gtagId: tools?.googleTag?.analyticsIds[0] ?? null,
      assignments,
      flags,
      isGrantedByRegion: isMeasuredByRegion(settings),
      pageName,
      startClicks,
      loadInteractions: () => import("@marquee/measure/interactions"),
      pageVersion: documentVersion,
      rum: { isBlocked: isDebugging },
    });
exposeApi(measure);
if (consentProvider.name === "onetrust" && !isPreview) {
  // If this code fails to load, no consent is collected and visitors who were not measured stay unmeasured.
  import("@marquee/measure/oneTrust").then(
    ({ startOneTrust }) => {
      measure.openConsent = startOneTrust(measure.consent).open;
    },
    () => undefined,
  );
}
if (tools && !isPreview) {
  // If this code fails to load, the tools are missing on this page.
  import("@marquee/measure/pageTools").then(
    ({ startPageTools }) => startPageTools({ tools, consent: measure.consent, cookieDomain }),
    () => undefined,
  );
}
startHydration(async () => (await import("./entry-client.tsx")).hydrate(measure));
if (new URLSearchParams(location.search).has(APP_REDIRECT_PARAMETER)) {
  // If this code fails to load, there is no redirect, as with a rejected address.
  import("./app/appRedirect.ts").then(
    ({ startAppRedirect }) => startAppRedirect(settings),
    () => undefined,
  );
}
