import { APP_REDIRECT_PARAMETER } from "@marquee/contract";
import { startMeasure } from "@marquee/measure";
import { readSettings } from "./app/settings.ts";
import { startHydration } from "./app/startHydration.ts";

const settings = readSettings();
const { writeKey, cookieDomain } = settings;
const measure = startMeasure({ writeKey, cookieDomain });
startHydration(() => measure.routeChanged());
if (new URLSearchParams(location.search).has(APP_REDIRECT_PARAMETER)) {
  const { startAppRedirect } = await import("./notices/appRedirect.ts");
  startAppRedirect(settings);
}
