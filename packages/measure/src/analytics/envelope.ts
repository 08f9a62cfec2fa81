import {
  ALL_CONSENT_GROUPS,
  type Audience,
  parseUrl,
  type SegmentCall,
  type SegmentContext,
  type SegmentEvent,
} from "@marquee/contract";
import { createUuid } from "../browser/createUuid.ts";
import type { Consent } from "../consent/consent.ts";
import { redactEmail } from "../privacy/redactEmail.ts";
import type { AttributionMemory } from "../visitor/attribution.ts";
import type { Identity, User } from "../visitor/identity.ts";
import type { Session } from "../visitor/session.ts";

/** What of the document and the browser goes into events. Read anew for each one. */
export interface PageSource {
  title: string;
  /** The address that the document calls its own (`<link rel="canonical">`), if any. */
  canonicalUrl: string | null;
  location: Pick<Location, "href">;
  navigator: Pick<Navigator, "userAgent" | "language">;
  screen: Pick<Screen, "width" | "height">;
  /** Address the visitor came from, or the empty string. */
  referrer: string;
}

/** A page as events describe it (specification, section 3). */
interface PageDescription {
  url: string;
  path: string;
  actual_url: string;
  actual_path: string;
  search: string;
  title: string;
  referrer: string;
}

/** The call's own fields; the rest of the context is added. */
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
  identity: Identity;
  user: User;
  session: Session;
  attribution: AttributionMemory;
  consent: Consent;
  /** Audience of the page. */
  audience: Audience | undefined;
  now: () => number;
}

const LIBRARY = { name: "@marquee/measure", version: "0.1.0" };
/** Specification, section 9. */
const USER_AGENT_MAX_LENGTH = 500;

/** @returns a function that makes a call into an event as it goes over the wire (Segment's shape). Call it only once consent is there. */
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

function buildContext({ source, session, attribution, consent, audience }: EnvelopeOptions): SegmentContext {
  const seen = source();
  const { navigator, screen } = seen;
  const { url, path, search, title, referrer } = describePage(seen);
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
    userAgent: navigator.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    screen: { width: screen.width, height: screen.height },
    consent: {
      // Without a decision there is an event only where the region's default allows it.
      ...(decision ? { receiptId: decision.receiptId } : { basis: "region" }),
      categoryPreferences: Object.fromEntries(
        ALL_CONSENT_GROUPS.map((group) => [group, consent.isGranted(group)]),
      ),
    },
  };
}

/**
 * `url` and `path` are the page's canonical address where it names one, as in Segment's own library;
 * `actual_url` and `actual_path` are what the address bar says. E-mail values are redacted in all of them.
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
