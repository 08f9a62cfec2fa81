import {
  ANONYMOUS_ID_COOKIE,
  CONSENT_GROUPS,
  hasConsentCookie,
  isProvenBy,
  VISITOR_SECRET_COOKIE,
} from "@marquee/contract";
import { parseCookie } from "cookie";

/**
 * The sender's anonymous ID, if they consented to analytics and the browser has the secret that proves it. Without the proof, anyone who knows a
 * visitor's ID could link it to their own email address and then request that visitor's data.
 * @param cookies the request's `Cookie` header.
 */
export function provenVisitorOf(cookies: string): string | null {
  if (!hasConsentCookie(cookies, CONSENT_GROUPS.analytics)) return null;
  const { [ANONYMOUS_ID_COOKIE]: id = "", [VISITOR_SECRET_COOKIE]: secret = "" } = parseCookie(cookies);
  return isProvenBy(id, secret) ? id : null;
}
