/**
 * The consent groups, named as consent platforms name them (specification, sections 4 and 9).
 * Necessary is always on; every other group waits for the visitor's agreement.
 */
export const CONSENT_GROUPS = {
  necessary: "C0001",
  /** Gates page, track and identify calls, and everything they store. Also the "performance" group. */
  analytics: "C0002",
  functional: "C0003",
  marketing: "C0004",
} as const;

export type ConsentGroup = (typeof CONSENT_GROUPS)[keyof typeof CONSENT_GROUPS];

export const ALL_CONSENT_GROUPS: readonly ConsentGroup[] = Object.values(CONSENT_GROUPS);

/** First-party cookie holding the visitor's decision. Written only once the visitor has decided. */
export const CONSENT_COOKIE = "marquee_consent";
/** Version of the text the consent dialog shows; raise it when the text changes in meaning, and visitors are asked again. */
export const CONSENT_TEXT_VERSION = 2;

/** What holds, outside privacy-restricted regions, for a visitor who has not decided. */
export type ConsentDefault = "ask" | "granted";

/** The consent dialog: our own, or OneTrust with the ID of its domain script (`data-domain-script`). */
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
