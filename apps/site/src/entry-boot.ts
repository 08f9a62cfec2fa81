import { APP_REDIRECT_PARAMETER } from "@marquee/contract";
import { startMeasure } from "@marquee/measure";
import { readSettings } from "./app/settings.ts";
import { startHydration } from "./app/startHydration.ts";

const settings = readSettings();
const { writeKey, cookieDomain } = settings;
const measure = startMeasure({ writeKey, cookieDomain });
startHydration(() => measure.routeChanged());
if (new URLSearchParams(location.search).has(APP_REDIRECT_PARAMETER)) {
  // Without its code there is no redirect, as with an address that is refused.
  import("./notices/appRedirect.ts").then(
    ({ startAppRedirect }) => startAppRedirect(settings),
    () => undefined,
  );
}
