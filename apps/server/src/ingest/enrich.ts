import { randomUUID } from "node:crypto";
import {
  type Audience,
  attributeVisit,
  campaignValue,
  cutText,
  isKnownCustomer,
  type KnownCustomers,
  languageOf,
  MAX_CAMPAIGN_LENGTH,
  ONE_DAY,
  paidClickIn,
  readablePath,
  redactEmailAddresses,
  screenClassOf,
  sourceOf,
} from "@marquee/contract";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { describeUserAgent } from "../platform/visitor/userAgent.ts";
import { parseVariationsCookie } from "../platform/visitor/variationsCookie.ts";
import { correctSessionId } from "./clockMemory.ts";
import type { RequestFacts, ValidEvent } from "./event.types.ts";
import { toId, toText, visitorIdOf } from "./eventTexts.ts";
import { isPlausible, type Times, timesOf } from "./eventTimes.ts";
import { asRecord } from "./readJson.ts";
import { stripAddresses } from "./stripAddresses.ts";

/**
 * Segment's server libraries. They send events on behalf of visitors, so the request's user agent does not describe the visitor.
 */
const SERVER_LIBRARY = /^(@segment\/)?analytics[-.](node|python|ruby|java|go|php|net|rust)\b/i;
/** Maximum distance of an event from the start of its session, because sessions are looked up by their start. */
const LONGEST_SESSION = ONE_DAY;
const PAGE_VERSION = /^[\w-]{1,64}$/;
/** Maximum length of a variation's name. */
const MAX_VARIATION_LENGTH = 100;

/**
 * The stored row of a valid event: identity, page, source, corrected times, country and user agent. IP addresses are removed, and texts redacted.
 * @param times from `timesOf`; in a batch, from `timesInBatch`.
 */
export function enrich(event: ValidEvent, facts: RequestFacts, times = timesOf(event, facts)): EventRow {
  const rule = facts.rules.events;
  const context = asRecord(stripAddresses(event.context, rule));
  const page = asRecord(context.page);
  const properties = asRecord(stripAddresses(event.properties, rule));
  const library = asRecord(context.library);
  const url = parseUrl(toText(properties.actual_url) || toText(properties.url) || toText(page.url));
  const referrer = toText(properties.referrer) || toText(page.referrer);
  const ownUserAgent = SERVER_LIBRARY.test(toText(library.name)) ? "" : facts.userAgent;
  const device = describeUserAgent(toText(context.userAgent) || ownUserAgent);
  const anonymousId = toId(event.anonymousId);
  const userId = toId(event.userId);
  const visitorId = visitorIdOf(event);
  // The table has no column for the one field of alias calls.
  const previousId = event.type === "alias" && toId(event.previousId);
  const ownSession = sessionIdOf(context.sessionId, times, facts);
  const queries = [queryOf(url?.search ?? ""), queryOf(toText(page.search))] as const;
  const utm = campaignOf(asRecord(context.campaign), queries);
  const click = paidClickIn(queries[0]) ?? paidClickIn(queries[1]);
  const referrerHost = parseUrl(referrer)?.host ?? "";
  const named = sourceOf({ utm, referrerHost, siteHosts: facts.site.hosts, click });
  // A referring host can be as long as the event allows.
  const source = cutText(named, MAX_CAMPAIGN_LENGTH);
  const touches = touchesOf(context.attribution);
  const last = { source: touches.last_source, medium: touches.last_medium, campaign: touches.last_campaign };
  const visit = attributeVisit({ source, utm, click, last });
  const locale = toText(context.locale);
  const pageVersion = toText(context.pageVersion);
  // All properties are listed: after a spread, V8 adds properties one by one, which doubles the time.
  return {
    message_id: toText(event.messageId) || randomUUID(),
    type: toText(event.type),
    event: redactEmailAddresses(toText(event.event)),
    name: redactEmailAddresses(toText(event.name)),
    received_at: facts.receivedAt,
    timestamp: times.timestamp,
    original_timestamp: times.original_timestamp,
    anonymous_id: anonymousId,
    user_id: userId,
    visitor_id: visitorId,
    // Bots have no session, so they connect none.
    session_id: ownSession || (device.bot ? times.timestamp : facts.sessionOf(visitorId, times.timestamp)),
    session_assigned: ownSession ? 0 : 1,
    group_id: toId(event.groupId),
    audience: audienceOf(event, context, facts.customers),
    site: facts.site.id,
    url: url?.href ?? "",
    host: url?.host || facts.site.host,
    path: readablePath(toText(properties.path) || toText(page.path) || url?.pathname || ""),
    page_version: PAGE_VERSION.test(pageVersion) ? pageVersion : "",
    title: toText(properties.title) || toText(page.title),
    referrer,
    referrer_host: referrerHost,
    utm_source: utm.source,
    utm_medium: utm.medium,
    utm_campaign: utm.campaign,
    utm_content: utm.content,
    utm_term: utm.term,
    source,
    visit_source: visit.source,
    channel: visit.channel,
    first_source: touches.first_source,
    first_medium: touches.first_medium,
    first_campaign: touches.first_campaign,
    last_source: touches.last_source,
    last_medium: touches.last_medium,
    last_campaign: touches.last_campaign,
    last_content: touches.last_content,
    last_term: touches.last_term,
    variations: variationsOf(context.variations),
    locale,
    language: languageOf(locale),
    timezone: toText(context.timezone),
    country: facts.country,
    browser: device.browser,
    browser_version: device.browser_version,
    os: device.os,
    os_version: device.os_version,
    device: device.device,
    bot: device.bot,
    screen_class: screenClassOf(asRecord(context.screen).width),
    library: toText(library.name),
    library_version: toText(library.version),
    properties: JSON.stringify(previousId ? { ...properties, previousId } : properties),
    traits: JSON.stringify(asRecord(stripAddresses(event.traits, rule))),
    context: JSON.stringify(context),
    write_key: facts.writeKey,
    demo: 0,
  };
}

/** Reads Segment's `context.campaign`, then the page's URL, then `page.search`, because a canonical URL has no query. */
function campaignOf(
  said: Record<string, unknown>,
  queries: readonly [ofUrl: URLSearchParams | null, ofPage: URLSearchParams | null],
) {
  const [ofUrl, ofPage] = queries;
  const read = (name: string, parameter: string) =>
    campaignValue(toText(said[name]) || ofUrl?.get(parameter) || ofPage?.get(parameter) || "");
  return {
    source: read("source", "utm_source"),
    medium: read("medium", "utm_medium"),
    campaign: read("name", "utm_campaign"),
    content: read("content", "utm_content"),
    term: read("term", "utm_term"),
  };
}

/** The parameters of a query such as `?utm_source=x`. */
function queryOf(search: string): URLSearchParams | null {
  return search.length > 1 ? new URLSearchParams(search) : null;
}

/** Detects known customers by the sender's own flag, group ID or email. */
function audienceOf(event: ValidEvent, context: ValidEvent, customers: KnownCustomers): Audience {
  const groupId = toText(event.groupId) || toText(context.groupId) || null;
  const emails = [event.traits, context.traits].map((traits) => toText(asRecord(traits).email) || null);
  const isCustomer =
    context.audience === "customer" || emails.some((email) => isKnownCustomer({ groupId, email }, customers));
  return isCustomer ? "customer" : "visitor";
}

/**
 * The sender's session ID, which is the session's start in milliseconds by the sender's clock. Returns 0 for any other value, or if the session
 * started more than a day from the event, because such a session could not be found by time; the server then assigns a session.
 */
function sessionIdOf(
  value: unknown,
  { original_timestamp, correction }: Times,
  { receivedAt }: RequestFacts,
): number {
  const id = correctSessionId(Number(toText(value)), correction);
  const isNear = Math.abs(original_timestamp - id) <= LONGEST_SESSION;
  return isNear && Number.isSafeInteger(id) && isPlausible(id, receivedAt) ? id : 0;
}

/** The cookie's text as the browser library adds it to each event. Other clients may send anything. */
function variationsOf(sent: unknown): string[] {
  const cookie = toText(sent);
  if (cookie === "") return [];
  return Object.entries(parseVariationsCookie(cookie))
    .map(([experiment, variation]) => `${experiment.replace("__", ":")}:${variation}`)
    .filter((name) => name.length <= MAX_VARIATION_LENGTH);
}

type Touches = Pick<
  EventRow,
  `${"first" | "last"}_${"source" | "medium" | "campaign"}` | "last_content" | "last_term"
>;

/** Attribution that `packages/measure` adds to each event: `{ first, last }`, each with the cookie names as keys. */
function touchesOf(attribution: unknown): Touches {
  const { first, last } = asRecord(attribution);
  const [firstTouch, lastTouch] = [asRecord(first), asRecord(last)];
  return {
    first_source: toCampaign(firstTouch.utm_source),
    first_medium: toCampaign(firstTouch.utm_medium),
    first_campaign: toCampaign(firstTouch.utm_campaign),
    last_source: toCampaign(lastTouch.utm_source),
    last_medium: toCampaign(lastTouch.utm_medium),
    last_campaign: toCampaign(lastTouch.utm_campaign),
    last_content: toCampaign(lastTouch.utm_content),
    last_term: toCampaign(lastTouch.utm_term),
  };
}

function toCampaign(value: unknown): string {
  return campaignValue(toText(value));
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}
