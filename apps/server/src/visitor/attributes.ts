import {
  ANONYMOUS_ID_COOKIE,
  type Audience,
  type VisitorAttributes,
  visitorAttributes,
} from "@marquee/contract";
import { parseCookie } from "cookie";
import { consentStateOf } from "./consentState.ts";

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

/** Anything of ours or of Segment's. */
const ID_PATTERN = /^[\w-]{8,64}$/;

/**
 * The attributes of a visitor that rules and experiments may use.
 * @returns null for visitors who have not consented or have no valid ID yet: they see the defaults.
 */
export function readAttributes(visitor: KnownVisitor): VisitorAttributes | null {
  const { cookies: header = "", userAgent = "", path, country, audience, isMeasuredByRegion } = visitor;
  const state = consentStateOf(header);
  if (state === "denied" || (state === "undecided" && !isMeasuredByRegion)) return null;
  const cookies = parseCookie(header);
  if (!ID_PATTERN.test(cookies[ANONYMOUS_ID_COOKIE] ?? "")) return null;
  return { ...visitorAttributes({ cookies, userAgent, path, audience }), ...(country && { country }) };
}
