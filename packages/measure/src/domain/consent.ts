import {
  CONSENT_COOKIE,
  CONSENT_GROUPS,
  CONSENT_TEXT_VERSION,
  type ConsentGroup,
  type Milliseconds,
  ONE_DAY,
  type Timestamp,
} from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";

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
 * Global Privacy Control counts as "denied" as long as the visitor has not decided on this site.
 */
export type ConsentState = "unknown" | "granted" | "denied";

export interface Consent {
  stateOf(group: ConsentGroup): ConsentState;
  isGranted(group: ConsentGroup): boolean;
  /** Whether the visitor must still be asked: no valid decision, and no signal that answers for them. */
  isOpen(): boolean;
  /** Takes the visitor's decision: the groups agreed to; all others are denied. Tells subscribers and other tabs. */
  decide(granted: readonly ConsentGroup[]): void;
  /** Calls back after every change of the decision. @returns the cleanup. */
  subscribe(listener: () => void): () => void;
  /** Reads the decision again, for when another tab may have changed it. */
  refresh(): void;
}

interface ConsentOptions {
  cookies: Cookies;
  /** `navigator.globalPrivacyControl`, the browser's own "do not sell or share" (https://www.w3.org/TR/gpc/). */
  isPrivacyControlOn: boolean;
  now: () => Timestamp;
  /** Tells other tabs that the decision has changed. */
  announce: () => void;
}

/** A decision is asked for again after half a year, as several European authorities recommend. */
const DECISION_LIFETIME: Milliseconds = 180 * ONE_DAY;
const COOKIE_FORMAT = 1;
const ALL_GROUPS: readonly ConsentGroup[] = Object.values(CONSENT_GROUPS);

type Decision = ReadonlySet<ConsentGroup>;

/** Starts from what the cookie says. Writes nothing until {@link Consent.decide}. */
export function createConsent({ cookies, isPrivacyControlOn, now, announce }: ConsentOptions): Consent {
  const listeners = new Set<() => void>();
  let decision = parseDecision(cookies.get(CONSENT_COOKIE));

  const stateOf = (group: ConsentGroup): ConsentState => {
    if (group === CONSENT_GROUPS.necessary) return "granted";
    if (decision) return decision.has(group) ? "granted" : "denied";
    return isPrivacyControlOn ? "denied" : "unknown";
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };

  return {
    stateOf,
    isGranted: (group) => stateOf(group) === "granted",
    isOpen: () => decision === null && !isPrivacyControlOn,
    decide(granted) {
      decision = new Set([CONSENT_GROUPS.necessary, ...granted]);
      cookies.set(CONSENT_COOKIE, formatDecision(decision, now()), DECISION_LIFETIME);
      tell();
      announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh() {
      const latest = parseDecision(cookies.get(CONSENT_COOKIE));
      if (sameDecision(latest, decision)) return;
      decision = latest;
      tell();
    },
  };
}

/** Written as `format.time.text version.groups`: `1.m3xk2p.1.C0001-C0002`, the time in base 36. */
export function formatDecision(granted: Decision, decidedAt: Timestamp): string {
  const groups = ALL_GROUPS.filter((group) => granted.has(group)).join("-");
  return `${COOKIE_FORMAT}.${decidedAt.toString(36)}.${CONSENT_TEXT_VERSION}.${groups}`;
}

/** @returns null for anything that is not a decision on the current text: the visitor is then asked (again). */
export function parseDecision(value: string | null): Decision | null {
  const match = /^1\.[0-9a-z]+\.(\d+)\.(C\d{4}(?:-C\d{4})*)$/.exec(value ?? "");
  if (!match || Number(match[1]) !== CONSENT_TEXT_VERSION) return null;
  const groups = (match[2] ?? "").split("-");
  return new Set(ALL_GROUPS.filter((group) => groups.includes(group)));
}

function sameDecision(a: Decision | null, b: Decision | null): boolean {
  if (a === null || b === null) return a === b;
  return ALL_GROUPS.every((group) => a.has(group) === b.has(group));
}
