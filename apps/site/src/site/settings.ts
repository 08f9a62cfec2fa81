import type { SiteSettings } from "@marquee/contract";

/** Settings in a document. */
export interface DocumentSettings extends SiteSettings {
  /** Version of the site's content that the document was rendered with. */
  contentVersion: string;
  /** Name in the document's page calls; only a 404 page has one. */
  pageName?: string;
}

/** ID of the JSON script element that carries {@link DocumentSettings} to the browser. */
export const SETTINGS_ID = "marquee-settings";

/**
 * Reads the settings that the server wrote into this document.
 * @throws if our server did not render the document.
 */
export function readSettings(): DocumentSettings {
  const json = document.getElementById(SETTINGS_ID)?.textContent;
  if (!json) throw new Error(`#${SETTINGS_ID} is missing.`);
  return JSON.parse(json) as DocumentSettings;
}
