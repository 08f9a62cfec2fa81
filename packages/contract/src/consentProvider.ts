/** What holds, outside privacy-restricted regions, for a visitor who has not decided. */
export type ConsentDefault = "ask" | "granted";

/** Who asks visitors: the site's own dialog, or OneTrust with the id of its domain script (`data-domain-script`). */
export type ConsentProvider = { name: "own" } | { name: "onetrust"; domainScript: string };

/** OneTrust's script as its accounts name it; the id of the domain's settings rides as `data-domain-script`. */
export const ONETRUST_SCRIPT = "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js";

/** Whether a visitor who has not decided is measured, because the site says so for their region. */
export function isMeasuredByRegion(page: {
  consentDefault: ConsentDefault;
  isPrivacyRestricted: boolean;
}): boolean {
  return page.consentDefault === "granted" && !page.isPrivacyRestricted;
}
