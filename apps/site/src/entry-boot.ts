import { startMeasure } from "@marquee/measure";
import { readSettings } from "./app/settings.ts";
import { startHydration } from "./app/startHydration.ts";

const { writeKey, cookieDomain } = readSettings();
const measure = startMeasure({ writeKey, cookieDomain });
startHydration(() => measure.routeChanged());
