import { CONSENT_GROUPS, hasConsentCookie, SESSION_COOKIE } from "@marquee/contract";
import { parseCookie } from "cookie";
import { consentedVisitorOf } from "../../platform/visitor/provenVisitor.ts";
import { describeUserAgent } from "../../platform/visitor/userAgent.ts";
import type { LeadVisit } from "./tables.ts";

interface Sender {
  /** The request's `Cookie` header. */
  cookies: string;
  userAgent: string;
  /** ISO 3166-1 code of the sender's country, or empty. */
  country: string;
}

const SESSION = /^(\d{13})\.\d{13}$/;

/**
 * The visit in which a lead was sent; null without consent to analytics. It has no visitor ID if the browser cannot prove
 * it.
 */
export function leadVisitOf({ cookies, userAgent, country }: Sender): LeadVisit | null {
  if (!hasConsentCookie(cookies, CONSENT_GROUPS.analytics)) return null;
  const { browser, os, device } = describeUserAgent(userAgent);
  const visitorId = consentedVisitorOf(cookies) ?? "";
  const [, sessionId = "0"] = SESSION.exec(parseCookie(cookies)[SESSION_COOKIE] ?? "") ?? [];
  return { visitorId, sessionId: visitorId === "" ? 0 : Number(sessionId), country, browser, os, device };
}
