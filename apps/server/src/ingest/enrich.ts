import { createHash, randomUUID } from "node:crypto";
import {
  type Audience,
  attributeVisit,
  campaignValue,
  cutText,
  isKnownCustomer,
  type KnownCustomers,
  languageOf,
  MAX_CAMPAIGN_LENGTH,
  type Milliseconds,
  ONE_DAY,
  ONE_YEAR,
  paidClickIn,
  readablePath,
  redactEmailAddresses,
  screenClassOf,
  sourceOf,
  type Timestamp,
} from "@marquee/contract";
import type { SiteIdentity } from "../platform/config/siteOf.ts";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import { describeUserAgent } from "../platform/visitor/userAgent.ts";
import { parseVariationsCookie } from "../platform/visitor/variationsCookie.ts";
import { type ClockMemory, correctSessionId } from "./clockMemory.ts";
import { asRecord } from "./readJson.ts";
import type { SessionMemory } from "./sessionMemory.ts";
import { stripAddresses } from "./stripAddresses.ts";
import type { TextRules } from "./textRules.ts";

/** Facts about a request in addition to its events. They do not include the sender's IP address. */
export interface RequestFacts {
  receivedAt: Timestamp;
  /** `User-Agent` of the request; an event's own `context.userAgent` takes precedence. */
  userAgent: string;
  writeKey: string;
  /** ISO 3166-1 alpha-2 code of the sender's country, or empty. */
  country: string;
  /** When the sender sent the request, by its own clock; null if unknown. */
  sentAt: Timestamp | null;
  /** By how much the sender's clock is off. */
  correctionOf: ClockMemory["correctionOf"];
  /** Assigns a session to an event without one. */
  sessionOf: SessionMemory["sessionOf"];
  customers: KnownCustomers;
  site: SiteIdentity;
  /** What of texts is stored. */
  rules: Pick<TextRules, "events">;
}

/** An event that passed validation. */
export type ValidEvent = Record<string, unknown>;

/**
 * Segment's server libraries. They send events on behalf of visitors, so the request's user agent does not describe the visitor.
 */
const SERVER_LIBRARY = /^(@segment\/)?analytics[-.](node|python|ruby|java|go|php|net|rust)\b/i;
/** Events are stored up to this age, if retention keeps them that long. */
export const OLDEST_EVENT: Milliseconds = 2 * ONE_YEAR;
const CLOCK_TOLERANCE: Milliseconds = ONE_DAY;
/** An event further from the start of its sender's session does not belong to it; sessions are found by their start. */
const LONGEST_SESSION = ONE_DAY;
const PAGE_VERSION = /^[\w-]{1,64}$/;
/** Longest name of a variation that is kept. */
const MAX_VARIATION_LENGTH = 100;

/**
 * The stored row of a valid event: identity, page, source, corrected times, country and user agent. IP addresses are removed, and texts redacted.
 * @param times those of {@link timesOf}; in a batch, of {@link timesInBatch}.
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
  // Each property by its name: after a spread, V8 adds the others one by one, which takes as long as all the rest.
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
    // Bots are in no session, so they connect none.
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
  queries: readonly [own: URLSearchParams | null, ofPage: URLSearchParams | null],
) {
  const [own, ofPage] = queries;
  const read = (name: string, parameter: string) =>
    campaignValue(toText(said[name]) || own?.get(parameter) || ofPage?.get(parameter) || "");
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

/** The cookie's text as the browser library adds it to each event. Others than our own library may send anything. */
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

interface Times extends Pick<EventRow, "timestamp" | "original_timestamp"> {
  /** What was added to the sender's times. */
  correction: Milliseconds;
}

/**
 * Corrects the sender's clock by the difference between `sentAt` and our clock (Segment's rule), except for what may be the time on the way.
 * @returns the times as they are said, and `latest`: when the request was sent, by its corrected clock. An event can't be later.
 */
function correctTime(event: ValidEvent, { receivedAt, sentAt, correctionOf }: RequestFacts) {
  const said = parseInstant(event.timestamp);
  const sent = sentAt ?? parseInstant(event.sentAt);
  // A sender that does not say when it sent may be another one than the visitor's browser, whose clock is known.
  const correction = sent === null ? 0 : correctionOf(visitorIdOf(event), { sentAt: sent, receivedAt });
  return {
    timestamp: said === null ? receivedAt : said + correction,
    original_timestamp: said ?? receivedAt,
    correction,
    latest: Math.max(receivedAt, (sent ?? Number.NEGATIVE_INFINITY) + correction),
  };
}

/** The original time of a clock that is off by more than a day is corrected, too: rows are stored, found and deleted by its day. */
function limitTime({ timestamp, original_timestamp, correction }: Times, latest: Timestamp): Times {
  const at = Math.min(timestamp, latest);
  const isNear = Math.abs(original_timestamp - at) <= CLOCK_TOLERANCE;
  return { timestamp: at, original_timestamp: isNear ? original_timestamp : at, correction };
}

function timesOf(event: ValidEvent, facts: RequestFacts): Times {
  const times = correctTime(event, facts);
  return limitTime(times, times.latest);
}

/** The times of a request's events. Those that would be too late keep their order. */
export function timesInBatch(events: readonly ValidEvent[], facts: RequestFacts): Times[] {
  const times = events.map((event) => correctTime(event, facts));
  const tooLate = times
    .filter(({ timestamp, latest }) => timestamp > latest)
    .sort((one, other) => other.timestamp - one.timestamp);
  let next: Timestamp | undefined;
  for (const each of tooLate) {
    if (next !== undefined) each.latest = Math.min(each.latest, next);
    next = each.latest - 1;
  }
  return times.map((each) => limitTime(each, each.latest));
}

/** @returns the instant if it is plausible, else `receivedAt`. */
export function plausible(instant: Timestamp, receivedAt: Timestamp): Timestamp {
  return isPlausible(instant, receivedAt) ? instant : receivedAt;
}

/** Whether an instant is at most two years before and one day after `receivedAt`. */
export function isPlausible(instant: Timestamp, receivedAt: Timestamp): boolean {
  return instant >= receivedAt - OLDEST_EVENT && instant <= receivedAt + CLOCK_TOLERANCE;
}

/** @returns milliseconds since the epoch, or null for an invalid value. */
export function parseInstant(value: unknown): Timestamp | null {
  const instant = typeof value === "number" ? value : Date.parse(toText(value));
  return Number.isFinite(instant) ? Math.round(instant) : null;
}

function toCampaign(value: unknown): string {
  return campaignValue(toText(value));
}

function toText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : "";
}

/** The ID that visitors are counted by. */
function visitorIdOf({ anonymousId, userId }: ValidEvent): string {
  return toId(anonymousId) || toId(userId);
}

/** An ID by which people are found in the records, which can't store U+0000. */
export function toId(value: unknown): string {
  return toText(value).replaceAll("\0", "\ufffd");
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

/** A message ID for an event without one. A resent event gets the same ID. */
export function messageIdOf(event: ValidEvent): string {
  return createHash("sha256").update(JSON.stringify(event)).digest("base64url");
}
