import type { Timestamp } from "../time.ts";

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

/** What a visitor decided, when, and about which text. */
export interface ConsentDecision {
  /** The groups agreed to, necessary included; all others are denied. */
  groups: readonly ConsentGroup[];
  decidedAt: Timestamp;
  /** Version of the text that was shown. */
  textVersion: number;
  /** Names the decision's receipt; a UUID. */
  receiptId: string;
}

const FORMAT = 1;
const PATTERN = /^1\.([0-9a-z]{1,11})\.(\d{1,6})\.(C\d{4}(?:-C\d{4})*)\.([0-9a-f-]{36})$/;

/** The value of the consent cookie: `format.time.text version.groups.receipt`, the time in base 36. */
export function formatConsentCookie({ groups, decidedAt, textVersion, receiptId }: ConsentDecision): string {
  const agreed = ALL_CONSENT_GROUPS.filter((group) => groups.includes(group)).join("-");
  return [FORMAT, decidedAt.toString(36), textVersion, agreed, receiptId].join(".");
}

/** @returns null for anything that is not a decision on the current text: the visitor is then asked (again). */
export function parseConsentCookie(value: string | null): ConsentDecision | null {
  const [, time = "", version, agreed = "", receiptId = ""] = PATTERN.exec(value ?? "") ?? [];
  if (Number(version) !== CONSENT_TEXT_VERSION) return null;
  const named = agreed.split("-");
  const groups = ALL_CONSENT_GROUPS.filter((group) => named.includes(group));
  return { groups, decidedAt: Number.parseInt(time, 36), textVersion: CONSENT_TEXT_VERSION, receiptId };
}

/**
 * Whether cookies say that the visitor has agreed to a group, to the text that is asked now.
 * @param cookies a `Cookie` header or `document.cookie`.
 */
export function hasConsentCookie(cookies: string, group: ConsentGroup): boolean {
  const value = cookies
    .split(";")
    .map((cookie) => cookie.trim())
    .find((cookie) => cookie.startsWith(`${CONSENT_COOKIE}=`))
    ?.slice(CONSENT_COOKIE.length + 1);
  return parseConsentCookie(value ?? null)?.groups.includes(group) ?? false;
}

/**
 * `POST /consent`: the receipt of a decision. Without C0002 it withdraws, and everything that was stored under `anonymousId` is
 * deleted. The server takes it only with a proof that the id is the sender's.
 */
export interface ConsentReceipt extends ConsentDecision {
  /** Who decided; absent for who was never measured. */
  anonymousId?: string | undefined;
  /** The secret that `anonymousId` was made from (`visitorIdOf`); for an id without one, the receipt of the earlier agreement. A UUID. */
  proof?: string | undefined;
}
