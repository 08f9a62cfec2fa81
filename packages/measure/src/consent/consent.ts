import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentDecision,
  type ConsentGroup,
  decisionIn,
  formatConsentCookie,
  type Milliseconds,
  ONE_DAY,
  type Timestamp,
} from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import { onVisibility } from "../browser/listen.ts";

/*
 * State of one consent group. The necessary group is always granted.
 *
 *              decide(granted)
 *   unknown ───────────────────▶ granted
 *      │                           │ ▲
 *      │ decide(others)            │ │ decide(granted)
 *      ▼             decide(others)▼ │
 *   denied ◀──────────────────── withdrawn (not a stored state: subscribers see the change, the state is denied)
 *
 * Until the visitor decides on this site, Global Privacy Control counts as "denied". Where the region allows measurement,
 * every group starts as granted instead of unknown.
 */
export type ConsentState = "unknown" | "granted" | "denied";

export interface Consent {
  stateOf(group: ConsentGroup): ConsentState;
  isGranted(group: ConsentGroup): boolean;
  /** The visitor's decision on this site, or null before the first one. */
  decision(): ConsentDecision | null;
  /** Whether the visitor must still be asked: no valid decision, no Global Privacy Control signal and no default for the region. */
  isOpen(): boolean;
  /** Stores the visitor's decision; all groups not in `granted` are denied. Notifies subscribers and other tabs. */
  decide(granted: readonly ConsentGroup[]): void;
  /** Calls back after each decision; `isOwn` is false if it came from another tab. @returns the cleanup. */
  subscribe(listener: (isOwn: boolean) => void): () => void;
  /** Reads the decision again, because another tab may have changed it. */
  refresh(): void;
}

interface ConsentOptions {
  cookies: Cookies;
  /** The browser's own "do not sell or share": `navigator.globalPrivacyControl` or `Sec-GPC` (https://www.w3.org/TR/gpc/). */
  isPrivacyControlOn: boolean;
  /** The site measures visitors of this region until they deny consent. */
  isGrantedByRegion: boolean | undefined;
  now: () => Timestamp;
  /** Creates the receipt ID of a decision. */
  createReceiptId: () => string;
  /** Notifies other tabs that the decision has changed. */
  announce: () => void;
}

/** Visitors are asked again after half a year, as several European authorities recommend. */
const DECISION_LIFETIME: Milliseconds = 180 * ONE_DAY;

/** The visitor's consent, read from the cookie. Writes nothing until {@link Consent.decide}. */
export function createConsent(options: ConsentOptions): Consent {
  const { cookies, isPrivacyControlOn, isGrantedByRegion, now, createReceiptId, announce } = options;
  const listeners = new Set<(isOwn: boolean) => void>();
  const readDecision = () => decisionIn(cookies.text(), now());
  let decision = readDecision();

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
      // A cookie left on another domain would apply to its other hosts.
      cookies.remove(CONSENT_COOKIE);
      cookies.set(CONSENT_COOKIE, formatConsentCookie(decision), DECISION_LIFETIME);
      tell(true);
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh() {
      const latest = readDecision();
      if (latest?.receiptId === decision?.receiptId) return;
      decision = latest;
      tell(false);
    },
  };
}

export interface TabChannel {
  /** Notifies the site's other tabs that the visitor's decision has changed. */
  announce(): void;
  stop(): void;
}

/** A message channel between tabs; stores nothing. Also calls `onChange` when the tab becomes visible, since it may have missed a message. */
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
