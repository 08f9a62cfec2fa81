import type { Milliseconds } from "@marquee/contract";

/** Sent this long after load (specification, section 7). */
export const SIGNALS_DELAY: Milliseconds = 5000;
export const SIGNALS_EVENT = "Web Meta Data Signals";

interface Surroundings {
  language: string;
  platform: string;
  path: string;
  operatingSystem: string;
  browser: string;
}

/** The payload of the event (specification, section 3). The country is the region part of the browser's language, if it has one. */
export function describeSignals({ language, platform, path, operatingSystem, browser }: Surroundings) {
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
