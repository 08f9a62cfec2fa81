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
  /** Path of the page, including its language. */
  path: string;
  /** ISO 3166-1 alpha-2 code, or empty if unknown. */
  country: string;
  audience: Audience;
  /** True if the site measures visitors from this region until they deny consent. */
  isMeasuredByRegion: boolean;
}

/** Matches the anonymous IDs of Marquee and of Segment. */
const ID_PATTERN = /^[\w-]{8,64}$/;

/**
 * The attributes of a visitor that rules and experiments may use.
 * @returns null for visitors who may not be measured or have no valid ID yet; they get the default values.
 */
export function readAttributes(visitor: KnownVisitor): VisitorAttributes | null {
  const { cookies: header = "", userAgent = "", path, country, audience, isMeasuredByRegion } = visitor;
  const state = consentStateOf(header);
  if (state === "denied" || (state === "undecided" && !isMeasuredByRegion)) return null;
  const cookies = parseCookie(header);
  if (!ID_PATTERN.test(cookies[ANONYMOUS_ID_COOKIE] ?? "")) return null;
  return { ...visitorAttributes({ cookies, userAgent, path, audience }), ...(country && { country }) };
}
