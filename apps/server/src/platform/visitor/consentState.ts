import { CONSENT_GROUPS, decisionIn } from "@marquee/contract";

/** A visitor's consent decision for the analytics group. */
export type ConsentState = "granted" | "denied" | "undecided";

/** @param cookies a request's `Cookie` header. */
export function consentStateOf(cookies: string | undefined): ConsentState {
  const decision = cookies ? decisionIn(cookies, Date.now()) : null;
  if (!decision) return "undecided";
  return decision.groups.includes(CONSENT_GROUPS.analytics) ? "granted" : "denied";
}
