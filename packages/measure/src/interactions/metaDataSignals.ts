import { describeBrowser, type EventName, type EventProperties, type Milliseconds } from "@marquee/contract";
import type { TrackEvent } from "../analytics/analytics.ts";
import { afterLoad } from "../browser/afterLoad.ts";

/** Delay after the load event (specification, section 7). */
const SIGNALS_DELAY: Milliseconds = 5000;
const SIGNALS_EVENT = "Web Meta Data Signals" satisfies EventName;

interface PageSignals {
  language: string;
  platform: string;
  path: string;
  operatingSystem: string;
  browser: string;
}

/** Tracks the event once, 5 s after the load event. @returns the cleanup. */
export function startMetaDataSignals(track: TrackEvent): () => void {
  return afterLoad(() => track(SIGNALS_EVENT, readSignals()), SIGNALS_DELAY);
}

/** The event's properties (specification, section 3). The country is the region subtag of the browser's language, or empty. */
export function describeSignals({
  language,
  platform,
  path,
  operatingSystem,
  browser,
}: PageSignals): EventProperties[typeof SIGNALS_EVENT] {
  const region = /^[a-z]{2,3}(?:[-_][a-z]{4})?[-_]([a-z]{2}|\d{3})\b/i.exec(language)?.[1];
  return {
    eventName: SIGNALS_EVENT,
    country_location: region?.toUpperCase() ?? "",
    page_context: path,
    device_type: platform,
    language,
    operating_system: operatingSystem,
    browser_type: browser,
  };
}

function readSignals() {
  const { language, platform, userAgent } = navigator;
  const { browser, operatingSystem } = describeBrowser(userAgent);
  return describeSignals({ language, platform, path: location.pathname, operatingSystem, browser });
}
