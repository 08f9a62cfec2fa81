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
