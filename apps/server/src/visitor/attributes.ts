import {
  ANONYMOUS_ID_COOKIE,
  type Audience,
  CONSENT_GROUPS,
  hasConsentCookie,
  isDesktop,
  localeOfPath,
} from "@marquee/contract";
import { parseCookie } from "cookie";

/** What rules may ask of a visitor, by targeting attribute. Unknown attributes are absent. */
export type Attributes = Record<string, string>;

export interface KnownVisitor {
  /** A request's `Cookie` header. */
  cookies: string | undefined;
  userAgent: string | undefined;
  /** Path of the page. */
  path: string;
  /** ISO 3166-1 code, or empty. */
  country: string;
  audience: Audience;
  /** The site measures visitors of this region until they say no. */
  isMeasuredByRegion: boolean;
}

const UTM_ATTRIBUTES = ["utm_source", "utm_medium", "utm_campaign"] as const;
/** Anything of ours or of Segment's. */
const ID_PATTERN = /^[\w-]{8,64}$/;

/**
 * What rules and experiments may know of a visitor.
 * @returns null for who has not agreed to be measured, or has no id yet: they see the defaults.
 */
export function readAttributes(visitor: KnownVisitor): Attributes | null {
  const { cookies = "", userAgent = "", path, country, audience, isMeasuredByRegion } = visitor;
  const hasDecided = hasConsentCookie(cookies, CONSENT_GROUPS.necessary);
  const isMeasured = hasDecided ? hasConsentCookie(cookies, CONSENT_GROUPS.analytics) : isMeasuredByRegion;
  if (!isMeasured) return null;
  const parsed = parseCookie(cookies);
  const id = parsed[ANONYMOUS_ID_COOKIE] ?? "";
  if (!ID_PATTERN.test(id)) return null;
  const utm = UTM_ATTRIBUTES.flatMap((name) => (parsed[name] ? [[name, parsed[name]]] : []));
  return {
    id,
    ...(country && { country }),
    locale: localeOfPath(path),
    device: isDesktop(userAgent) ? "desktop" : "mobile",
    audience,
    ...Object.fromEntries(utm),
  };
}
