import type { IncomingHttpHeaders } from "node:http";
import {
  ANONYMOUS_ID_COOKIE,
  type Audience,
  cutText,
  type KeptParameters,
  parseWindowSize,
  type UserAgentAttributes,
  userAgentAttributes,
  type VisitorAttributes,
  visitorAttributes,
  WINDOW_SIZE_COOKIE,
  type WindowSize,
  windowSizeOf,
} from "@marquee/contract";
import { parseCookie } from "cookie";
import QuickLRU from "quick-lru";
import { consentStateOf } from "./consentState.ts";
import { redactAttributes } from "./redactAttributes.ts";

export interface KnownVisitor {
  /** Headers of the request. */
  headers: IncomingHttpHeaders;
  /** URL of the page at the site's public origin, with its query. */
  url: string;
  /** ISO 3166-1 alpha-2 code, or empty if unknown. */
  country: string;
  audience: Audience;
  /** True if the site measures visitors from this region until they deny consent. */
  isMeasuredByRegion: boolean;
  keptParameters: KeptParameters;
}

/** In characters. Specification, section 9. */
const USER_AGENT_MAX_LENGTH = 500;

/** Matches the anonymous IDs of Marquee and of Segment. */
const ID_PATTERN = /^[\w-]{8,64}$/;

/**
 * The attributes of a visitor that rules and experiments may use.
 * @returns null for visitors who may not be measured or have no valid ID yet; they get the default values.
 */
export function readAttributes(visitor: KnownVisitor): VisitorAttributes | null {
  const { headers, url, country, audience, isMeasuredByRegion, keptParameters } = visitor;
  const { cookie: header = "", "user-agent": userAgent = "", referer: referrer = "" } = headers;
  const state = consentStateOf(header);
  if (state === "denied" || (state === "undecided" && !isMeasuredByRegion)) return null;
  const cookies = parseCookie(header);
  if (!ID_PATTERN.test(cookies[ANONYMOUS_ID_COOKIE] ?? "")) return null;
  const windowSize = windowSizeIn(headers, cookies[WINDOW_SIZE_COOKIE]);
  const attributes = visitorAttributes({
    cookies,
    userAgent: parse(userAgent),
    url,
    referrer,
    audience,
    windowSize,
  });
  return { ...redactAttributes(attributes, keptParameters), ...(country && { country }) };
}

/** A cache: a few user agents make up most of the traffic, and parsing one takes longer than everything else here. */
const parsed = new QuickLRU<string, UserAgentAttributes>({ maxSize: 2000 });

function parse(userAgent: string): UserAgentAttributes {
  const cached = parsed.get(userAgent);
  if (cached) return cached;
  const attributes = userAgentAttributes(cutText(userAgent, USER_AGENT_MAX_LENGTH));
  parsed.set(userAgent, attributes);
  return attributes;
}

/**
 * Size of the visitor's window: the width that the browser sends, if the operator requests it (see docs/decisions/022-page-attributes.md),
 * otherwise that of the last page view, otherwise a phone's if the browser reports one. Other devices may have windows of any size.
 */
function windowSizeIn(headers: IncomingHttpHeaders, lastSize: string | undefined): WindowSize | null {
  const width = windowSizeOf(Number(headers["sec-ch-viewport-width"]));
  return width ?? parseWindowSize(lastSize) ?? (headers["sec-ch-ua-mobile"] === "?1" ? "phone" : null);
}
