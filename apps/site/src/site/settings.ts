import type { SiteSettings } from "@marquee/contract";

/** Id of the inert script element that carries {@link SiteSettings} into the browser. */
export const SETTINGS_ID = "marquee-settings";

/** Reads what the server wrote into this very document. @throws when the document was not rendered by our server. */
export function readSettings(): SiteSettings {
  const json = document.getElementById(SETTINGS_ID)?.textContent;
  if (!json)
    throw new Error(`This document has no #${SETTINGS_ID}. It was not rendered by the site's server.`);
  return JSON.parse(json) as SiteSettings;
}
