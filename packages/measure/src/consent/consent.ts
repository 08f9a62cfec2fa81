import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentDecision,
  type ConsentGroup,
  formatConsentCookie,
  type Milliseconds,
  ONE_DAY,
  parseConsentCookie,
  type Timestamp,
} from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import { onVisibility } from "../browser/listen.ts";

/*
 * One group's state. Necessary is granted from the start and stays so.
 *
 *              decide(granted)
 *   unknown ───────────────────▶ granted
 *      │                           │ ▲
 *      │ decide(others)            │ │ decide(granted)
 *      ▼             decide(others)▼ │
 *   denied ◀──────────────────── withdrawn (said once, to subscribers, as the change itself; kept as denied)
 *
 * Global Privacy Control counts as "denied" as long as the visitor has not decided on this site. Where the site measures by region,
 * every group starts as granted instead of unknown.
 */
export type ConsentState = "unknown" | "granted" | "denied";

export interface Consent {
  stateOf(group: ConsentGroup): ConsentState;
  isGranted(group: ConsentGroup): boolean;
  /** The visitor's decision on this site, or null before there is one. */
  decision(): ConsentDecision | null;
  /** Whether the visitor must still be asked: no valid decision, and neither signal nor region that answers for them. */
  isOpen(): boolean;
  /** Takes the visitor's decision: the groups agreed to; all others are denied. Tells subscribers and other tabs. */
  decide(granted: readonly ConsentGroup[]): void;
  /** Calls back after every change of the decision: whether it was taken here, or in another tab. @returns the cleanup. */
  subscribe(listener: (isOwn: boolean) => void): () => void;
  /** Reads the decision again, for when another tab may have changed it. */
  refresh(): void;
}

interface ConsentOptions {
  cookies: Cookies;
  /** `navigator.globalPrivacyControl`, the browser's own "do not sell or share" (https://www.w3.org/TR/gpc/). */
  isPrivacyControlOn: boolean;
  /** The site measures visitors of this region until they say no. */
  isGrantedByRegion: boolean | undefined;
  now: () => Timestamp;
  /** Makes the id of a decision's receipt. */
  createReceiptId: () => string;
  /** Tells other tabs that the decision has changed. */
  announce: () => void;
}

/** A decision is asked for again after half a year, as several European authorities recommend. */
const DECISION_LIFETIME: Milliseconds = 180 * ONE_DAY;

/** Starts from the cookie. Writes nothing until {@link Consent.decide}. */
export function createConsent(options: ConsentOptions): Consent {
  const { cookies, isPrivacyControlOn, isGrantedByRegion, now, createReceiptId, announce } = options;
  const listeners = new Set<(isOwn: boolean) => void>();
  let decision = parseConsentCookie(cookies.get(CONSENT_COOKIE));

  const stateOf = (group: ConsentGroup): ConsentState => {
    if (group === CONSENT_GROUPS.necessary) return "granted";
    if (decision) return decision.groups.includes(group) ? "granted" : "denied";
    if (isPrivacyControlOn) return "denied";
    return isGrantedByRegion ? "granted" : "unknown";
  };
  const tell = (isOwn: boolean) => {
    for (const listener of listeners) listener(isOwn);
  };

  return {
    stateOf,
    isGranted: (group) => stateOf(group) === "granted",
    decision: () => decision,
    isOpen: () => stateOf(CONSENT_GROUPS.analytics) === "unknown",
    decide(granted) {
      decision = {
        groups: [...new Set([CONSENT_GROUPS.necessary, ...granted])],
        decidedAt: now(),
        textVersion: CONSENT_TEXT_VERSION,
        receiptId: createReceiptId(),
      };
      cookies.set(CONSENT_COOKIE, formatConsentCookie(decision), DECISION_LIFETIME);
      tell(true);
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh() {
      const latest = parseConsentCookie(cookies.get(CONSENT_COOKIE));
      if (latest?.receiptId === decision?.receiptId) return;
      decision = latest;
      tell(false);
    },
  };
}

export interface TabChannel {
  /** Tells this site's other tabs that the visitor's decision has changed. */
  announce(): void;
  stop(): void;
}

/** A channel between tabs; it stores nothing. Tabs that missed a message look again when they are shown. */
export function startTabChannel(onChange: () => void): TabChannel {
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(CONSENT_COOKIE) : null;
  channel?.addEventListener("message", onChange);
  const stopVisible = onVisibility("visible", onChange);
  return {
    announce: () => channel?.postMessage(null),
    stop() {
      channel?.close();
      stopVisible();
    },
  };
}
