import type { SiteSettings } from "@marquee/contract";

/** ID of the JSON script element that carries {@link SiteSettings} to the browser. */
export const SETTINGS_ID = "marquee-settings";

/**
 * Reads the settings that the server wrote into this document.
 * @throws if our server did not render the document.
 */
export function readSettings(): SiteSettings {
  const json = document.getElementById(SETTINGS_ID)?.textContent;
  if (!json)
    throw new Error(`This document has no #${SETTINGS_ID}. It was not rendered by the site's server.`);
  return JSON.parse(json) as SiteSettings;
}
