import { CONSENT_GROUPS, hasConsentCookie } from "@marquee/contract";

/** A visitor's consent decision for the analytics group. */
export type ConsentState = "granted" | "denied" | "undecided";

/** @param cookies a request's `Cookie` header. Every decision includes the necessary group, so without it the visitor is undecided. */
export function consentStateOf(cookies: string | undefined): ConsentState {
  if (!cookies || !hasConsentCookie(cookies, CONSENT_GROUPS.necessary)) return "undecided";
  return hasConsentCookie(cookies, CONSENT_GROUPS.analytics) ? "granted" : "denied";
}
