import type { Timestamp } from "../kernel/time.ts";

/**
 * The consent groups, named as on consent platforms (specification, sections 4 and 9). Necessary is always on; every
 * other group requires the visitor's consent.
 */
export const CONSENT_GROUPS = {
  necessary: "C0001",
  /** Required for page, track and identify calls and everything they store. Also the "performance" group. */
  analytics: "C0002",
  functional: "C0003",
  marketing: "C0004",
} as const;

export type ConsentGroup = (typeof CONSENT_GROUPS)[keyof typeof CONSENT_GROUPS];

export const ALL_CONSENT_GROUPS: readonly ConsentGroup[] = Object.values(CONSENT_GROUPS);

/** First-party cookie with the visitor's decision. Written only after the visitor has decided. */
export const CONSENT_COOKIE = "marquee_consent";
/** Version of the consent dialog's text. Increase it when the meaning of the text changes; visitors are then asked again. */
export const CONSENT_TEXT_VERSION = 2;

/** Consent of visitors outside privacy-restricted regions until they decide. */
export type ConsentDefault = "ask" | "granted";

/** The consent dialog: the built-in one, or OneTrust with the ID of its domain script (`data-domain-script`). */
export type ConsentProvider = { name: "own" } | { name: "onetrust"; domainScript: string };

/** URL of OneTrust's script. The domain script ID is passed as `data-domain-script`. */
export const ONETRUST_SCRIPT = "https://cdn.cookielaw.org/scripttemplates/otSDKStub.js";

/** Whether a visitor without a decision is measured because the site allows it for their region. */
export function isMeasuredByRegion(page: {
  consentDefault: ConsentDefault;
  isPrivacyRestricted: boolean;
}): boolean {
  return page.consentDefault === "granted" && !page.isPrivacyRestricted;
}

/**
 * `Server-Timing` entry of a document whose request had `Sec-GPC: 1`. Some browsers and proxies send the header, but do not set
 * `navigator.globalPrivacyControl`. In the document itself, it would be one more variant of each page.
 */
export const PRIVACY_CONTROL_TIMING = "gpc";

/** A visitor's decision, its time, and the version of the text it refers to. */
export interface ConsentDecision {
  /** The granted groups, including necessary. All others are denied. */
  groups: readonly ConsentGroup[];
  decidedAt: Timestamp;
  /** Version of the text shown. */
  textVersion: number;
  /** ID of the consent receipt: a UUID. */
  receiptId: string;
}

const FORMAT = 1;
/** Digits of the time in base 36, a fixed number, so that times sort chronologically as text. Enough until 2059. */
const TIME_LENGTH = 8;
const PATTERN = /^marquee_consent=1\.([0-9a-z]{8})\.(\d{1,6})\.(C\d{4}(?:-C\d{4})*)\.([0-9a-f-]{36})$/;

/** Formats the value of the consent cookie: `format.time.text version.groups.receipt`, with the time in base 36. */
export function formatConsentCookie({ groups, decidedAt, textVersion, receiptId }: ConsentDecision): string {
  const agreed = ALL_CONSENT_GROUPS.filter((group) => groups.includes(group)).join("-");
  return [FORMAT, decidedAt.toString(36).padStart(TIME_LENGTH, "0"), textVersion, agreed, receiptId].join(
    ".",
  );
}

/**
 * The visitor's decision in their cookies. A browser has several if the cookie was set for the host and for a parent domain, whose attributes are not
 * included: `COOKIE_DOMAIN` was changed, or another host of the domain has its own setting. The latest counts; of several from the same moment, the most
 * restrictive one. If one is from the future, made while the clock was wrong, only groups granted by all of them are granted.
 * @param cookies as in the `Cookie` header and in `document.cookie`.
 * @returns null unless there is a decision on the current text; the visitor is then asked (again). Visitors who denied everything are not asked, because
 * no text grants less.
 */
export function decisionIn(cookies: string, now: Timestamp): ConsentDecision | null {
  // Text order sorts by time, then by fewer groups, because a dot sorts after a hyphen.
  const decisions = cookies.split(/; */).sort().reverse().flatMap(parseCookie);
  const [latest] = decisions;
  if (!latest || latest.decidedAt <= now) return latest ?? null;
  return {
    ...latest,
    groups: latest.groups.filter((group) => decisions.every(({ groups }) => groups.includes(group))),
  };
}

/** @param cookie name and value. */
function parseCookie(cookie: string): ConsentDecision | [] {
  const [, time = "", version, agreed = "", receiptId = ""] = PATTERN.exec(cookie) ?? [];
  const textVersion = Number(version);
  if (textVersion !== CONSENT_TEXT_VERSION && agreed !== CONSENT_GROUPS.necessary) return [];
  const named = agreed.split("-");
  const groups = ALL_CONSENT_GROUPS.filter((group) => named.includes(group));
  return { groups, decidedAt: Number.parseInt(time, 36), textVersion, receiptId };
}

/** Whether cookies contain consent to a group, given on the current text. */
export function hasConsentCookie(cookies: string, group: ConsentGroup, now: Timestamp = Date.now()): boolean {
  return decisionIn(cookies, now)?.groups.includes(group) ?? false;
}

/**
 * Body of `POST /consent`: the receipt of a decision. Without C0002 it is a withdrawal, and all data stored under
 * `anonymousId` is deleted. The server accepts it only with a proof that the sender owns the ID.
 */
export interface ConsentReceipt extends ConsentDecision {
  /** ID of the visitor; missing if the visitor was never measured. */
  anonymousId?: string | undefined;
  /** The secret that `anonymousId` was derived from (`visitorIdOf`); for an ID without one, the receipt ID of the earlier consent. A UUID. */
  proof?: string | undefined;
}
