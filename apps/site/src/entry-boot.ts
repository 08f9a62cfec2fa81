import { APP_REDIRECT_PARAMETER, isMeasuredByRegion } from "@marquee/contract";
import { startMeasure } from "@marquee/measure";
import { startClicks } from "@marquee/measure/clicks";
import { holdLateFonts } from "./app/holdLateFonts.ts";
import { startScrollMemory } from "./app/scrollMemory.ts";
import { startHydration } from "./app/startHydration.ts";
import { documentVersion } from "./site/documentVersion.ts";
import { readSettings } from "./site/settings.ts";

// A prerendered page may never be shown: until it is, nothing is measured, stored or requested.
if ((document as Document & { prerendering?: boolean }).prerendering)
  await new Promise((resolve) => document.addEventListener("prerenderingchange", resolve, { once: true }));
startScrollMemory();
holdLateFonts();
const settings = readSettings();
const { writeKey, cookieDomain, audience, tools, assignments, flags, pageName, consentProvider } = settings;
const measure = startMeasure({
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
  // Overridden flags create pages that visitors do not see, so their figures would be misleading.
  rum: { isBlocked: () => /[?&]debug=true(&|$)/.test(location.search) },
});
if (tools || consentProvider.name === "onetrust") {
  // If this code fails to load, the tools are missing on this page. Without OneTrust's, unmeasured visitors stay unmeasured.
  import("./app/startTools.ts").then(
    (module) => module.startTools(measure, settings),
    () => undefined,
  );
}
startHydration(() => import("./entry-client.tsx").then((module) => module.hydrate(measure)));
if (location.search.includes(APP_REDIRECT_PARAMETER)) {
  // If this code fails to load, there is no redirect, as with a rejected address.
  import("./app/appRedirect.ts").then(
    (module) => module.startAppRedirect(settings),
    () => undefined,
  );
}
