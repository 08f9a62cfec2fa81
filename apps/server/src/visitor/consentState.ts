import { CONSENT_GROUPS, hasConsentCookie } from "@marquee/contract";

/** What a visitor has decided about being measured. */
export type ConsentState = "granted" | "denied" | "undecided";

/** @param cookies a request's `Cookie` header. A decision always contains the necessary group. */
export function consentStateOf(cookies: string | undefined): ConsentState {
  if (!cookies || !hasConsentCookie(cookies, CONSENT_GROUPS.necessary)) return "undecided";
  return hasConsentCookie(cookies, CONSENT_GROUPS.analytics) ? "granted" : "denied";
}
