import {
  ALL_CONSENT_GROUPS,
  type Audience,
  cutText,
  parseUrl,
  redactEmail,
  type SegmentCall,
  type SegmentContext,
  type SegmentEvent,
  VARIATIONS_COOKIE,
} from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import { createUuid } from "../browser/createUuid.ts";
import type { Consent } from "../consent/consent.ts";
import type { AttributionMemory } from "../visitor/attribution.ts";
import type { Identity, User } from "../visitor/identity.ts";
import type { Session } from "../visitor/session.ts";

/** Document and browser values that events include. Read again for each event. */
export interface PageSource {
  title: string;
  /** Canonical URL of the document (`<link rel="canonical">`), or null. */
  canonicalUrl: string | null;
  location: Pick<Location, "href">;
  navigator: Pick<Navigator, "userAgent" | "language">;
  screen: Pick<Screen, "width" | "height">;
  /** URL of the page the visitor came from, or an empty string. */
  referrer: string;
}

/** Page properties of an event (specification, section 3). */
interface PageDescription {
  url: string;
  path: string;
  actual_url: string;
  actual_path: string;
  search: string;
  title: string;
  referrer: string;
}

/** Fields specific to one call; {@link createEnvelope} adds IDs, timestamp and context. */
export interface Call {
  type: SegmentCall;
  event?: string;
  name?: string;
  category?: string;
  previousId?: string;
  properties?: Record<string, unknown>;
  traits?: Record<string, unknown>;
}

interface EnvelopeOptions {
  source: () => PageSource;
  cookies: Pick<Cookies, "get">;
  pageVersion: ((path: string) => string | undefined) | undefined;
  identity: Identity;
  user: User;
  session: Session;
  attribution: AttributionMemory;
  consent: Consent;
  audience: Audience | undefined;
  now: () => number;
}

const LIBRARY = { name: "@marquee/measure", version: "0.1.0" };
/** Specification, section 9. */
const USER_AGENT_MAX_LENGTH = 500;

/** @returns a function that turns a call into an event in Segment's wire format. Call it only after consent is granted. */
export function createEnvelope(options: EnvelopeOptions): (call: Call) => SegmentEvent {
  const { identity, user, now } = options;
  return (call) => {
    const userId = user.id();
    const groupId = user.groupId();
    return {
      ...call,
      messageId: createUuid(),
      timestamp: new Date(now()).toISOString(),
      anonymousId: identity.anonymousId(),
      ...(userId && { userId }),
      ...(groupId && { groupId }),
      context: buildContext(options),
    };
  };
}

function buildContext(options: EnvelopeOptions): SegmentContext {
  const { source, cookies, pageVersion, session, attribution, consent, audience } = options;
  const seen = source();
  const { navigator, screen } = seen;
  const { url, path, search, title, referrer, actual_path } = describePage(seen);
  const touches = attribution.touches();
  const decision = consent.decision();
  return {
    library: LIBRARY,
    page: { url, path, search, title, referrer },
    ...(touches && { attribution: touches }),
    ...(audience === "customer" && { audience }),
    sessionId: session.id(),
    locale: navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: cutText(navigator.userAgent, USER_AGENT_MAX_LENGTH),
    screen: { width: screen.width, height: screen.height },
    pageVersion: pageVersion?.(actual_path),
    variations: cookies.get(VARIATIONS_COOKIE) ?? undefined,
    consent: {
      // Without a decision, events exist only where the region's default allows measurement.
      ...(decision ? { receiptId: decision.receiptId } : { basis: "region" }),
      categoryPreferences: Object.fromEntries(
        ALL_CONSENT_GROUPS.map((group) => [group, consent.isGranted(group)]),
      ),
    },
  };
}

/**
 * Page properties. As in Segment's own library, `url` and `path` come from the canonical URL if the page has a valid one;
 * `actual_url` and `actual_path` come from the address bar. Email addresses are redacted in every URL.
 */
export function describePage({ title, canonicalUrl, location, referrer }: PageSource): PageDescription {
  const actual = new URL(redactEmail(location.href));
  const url = parseUrl(redactEmail(canonicalUrl ?? "")) ?? actual;
  return {
    url: url.href,
    path: url.pathname,
    actual_url: actual.href,
    actual_path: actual.pathname,
    search: actual.search,
    title,
    referrer: redactEmail(referrer),
  };
}
