export { clickPlaceOf, extendBreadcrumb, startClicks } from "../interactions/clicks.ts";
