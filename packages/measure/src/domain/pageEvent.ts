import { CONSENT_GROUPS, type SegmentContext, type SegmentEvent } from "@marquee/contract";
import { describeBrowser } from "../browser/describeBrowser.ts";
import { createUuid } from "../tools/createUuid.ts";
import type { Consent } from "./consent.ts";
import { redactEmail } from "./redactEmail.ts";

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

interface EventOptions {
  anonymousId: string;
  consent: Consent;
  now: Date;
}

const LIBRARY = { name: "@marquee/measure", version: "0.1.0" };
/** Specification, section 9. */
const USER_AGENT_MAX_LENGTH = 500;
const CAMPAIGN_PARAMETER = /^utm_(\w+)$/;

/** A `page` call of the current document (specification, section 3; Segment's shape). */
export function buildPageEvent(
  source: PageSource,
  { anonymousId, consent, now }: EventOptions,
): SegmentEvent {
  const page = describePage(source);
  return {
    type: "page",
    messageId: createUuid(),
    timestamp: now.toISOString(),
    anonymousId,
    properties: { ...page, ...describeBrowser(source.navigator.userAgent) },
    context: buildContext(source, page, consent),
  };
}

/**
 * `url` and `path` are the page's canonical address where it names one, as in Segment's own library;
 * `actual_url` and `actual_path` are what the address bar says. E-mail values are redacted in all of them.
 */
function describePage({ title, canonicalUrl, location, referrer }: PageSource) {
  const actual = new URL(redactEmail(location.href));
  const url = canonicalUrl && URL.canParse(canonicalUrl) ? new URL(canonicalUrl) : actual;
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

function buildContext(
  source: PageSource,
  page: ReturnType<typeof describePage>,
  consent: Consent,
): SegmentContext {
  const { url, path, search, title, referrer } = page;
  const campaign = campaignOf(page.actual_url);
  return {
    library: LIBRARY,
    page: { url, path, search, title, referrer },
    ...(campaign ? { campaign } : {}),
    locale: source.navigator.language,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    userAgent: source.navigator.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    screen: { width: source.screen.width, height: source.screen.height },
    consent: {
      categoryPreferences: Object.fromEntries(
        Object.values(CONSENT_GROUPS).map((group) => [group, consent.isGranted(group)]),
      ),
    },
  };
}

/** Segment's names: `utm_campaign` is `name`, the others lose their prefix. */
function campaignOf(url: string): Record<string, string> | null {
  const campaign: Record<string, string> = {};
  for (const [parameter, value] of new URL(url).searchParams) {
    const name = CAMPAIGN_PARAMETER.exec(parameter)?.[1];
    if (name && value) campaign[name === "campaign" ? "name" : name] = value;
  }
  return Object.keys(campaign).length > 0 ? campaign : null;
}
