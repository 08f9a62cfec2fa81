import {
  ANONYMOUS_ID_COOKIE,
  CONSENT_GROUPS,
  hasConsentCookie,
  isProvenBy,
  VISITOR_SECRET_COOKIE,
} from "@marquee/contract";
import { parseCookie } from "cookie";

/**
 * The anonymous ID of the sender's browser, if it has the secret that proves it (decision 013). Null for IDs created before secrets existed.
 * @param cookies the request's `Cookie` header.
 */
export function provenVisitorOf(cookies: string): string | null {
  const { [ANONYMOUS_ID_COOKIE]: id = "", [VISITOR_SECRET_COOKIE]: secret = "" } = parseCookie(cookies);
  return isProvenBy(id, secret) ? id : null;
}

/**
 * The sender's proven anonymous ID, if they consented to analytics. Without the proof, anyone who knows a visitor's ID could link it to
 * their own email address and then request that visitor's data.
 */
export function consentedVisitorOf(cookies: string): string | null {
  return hasConsentCookie(cookies, CONSENT_GROUPS.analytics) ? provenVisitorOf(cookies) : null;
}
