import { type Channel, campaignValue } from "./channels.ts";
import type { PaidClick } from "./clickIds.ts";
import { siteAt, siteKindOf, siteNamed } from "./knownSites.ts";

/** How a visitor came to a page: the campaign parameters of its URL, and the referring page. */
export interface Visit {
  /** Campaign parameters; empty or `none` if missing. */
  utm: { source: string; medium: string; campaign: string };
  /** Host of the referring page, with or without port, or an Android package; empty without a referrer. */
  referrerHost: string;
  siteHosts: readonly string[];
  /** The click on an ad that the page's URL proves. */
  click?: PaidClick | null;
}

/** Source of visits without campaign and referrer, and of page views within a visit. */
const DIRECT = "(direct)";
const INTERNAL = "(internal)";

/**
 * The source of a page view, under one name for a campaign and a referrer: the known name of a site, another campaign's `utm_source`, the network of an ad,
 * another referring host without "www.", "(direct)" or "(internal)".
 */
export function sourceOf({ utm, referrerHost, siteHosts, click }: Visit): string {
  const campaign = readValue(utm.source);
  if (campaign) return siteNamed(campaign)?.name ?? campaign;
  if (siteHosts.includes(referrerHost)) return INTERNAL;
  const host = referrerHost.toLowerCase().replace(/:\d+$/, "");
  const site = host === "" ? null : siteAt(host);
  if (click && !(site && click.shownOn.includes(site.kind))) return click.network;
  if (host === "") return DIRECT;
  return site?.name ?? host.replace(/^www\./, "");
}

const PAID = /cp|^ppc$|^retargeting$|^paid/;
const SHOPPING_CAMPAIGN = /(?:[^a-df-z]|^)shop|shopping/;
const SOCIAL_MEDIA = /^(?:social|social[- ](?:network|media)|sm)$/;
const EMAIL = /^e[-_ ]?mail$/;
const DISPLAY = /^(?:display|banner|expandable|interstitial|cpm)$/;
const PUSH = /push$|mobile|notification/;

interface Classified {
  /** As in {@link sourceOf} or a `utm_source` cookie. */
  source: string;
  medium?: string;
  campaign?: string;
}

/**
 * The channel of a visit by its source, medium and campaign, in the order of Google Analytics' rules. Without a medium, a source that is not a
 * known site is a referral if it is a host, and unassigned otherwise.
 */
export function channelOf({ source, medium: givenMedium = "", campaign = "" }: Classified): Channel {
  const medium = readValue(givenMedium);
  const word = source.trim().toLowerCase();
  const kind = siteKindOf(source);
  const isShopping = kind === "shopping" || SHOPPING_CAMPAIGN.test(campaign.toLowerCase());
  if (
    ["(direct)", "(none)", "none", ""].includes(word) &&
    ["(none)", "(not set)", "(direct)", ""].includes(medium)
  )
    return "direct";
  if (campaign.toLowerCase().includes("cross-network")) return "cross-network";
  if (PAID.test(medium)) {
    if (isShopping) return "paid-shopping";
    if (kind === "search") return "paid-search";
    if (kind === "social") return "paid-social";
    if (kind === "video") return "paid-video";
    return DISPLAY.test(medium) ? "display" : "paid-other";
  }
  if (DISPLAY.test(medium) || (kind === "ads" && medium === "")) return "display";
  if (isShopping) return "organic-shopping";
  if (kind === "social" || SOCIAL_MEDIA.test(medium)) return "organic-social";
  if (kind === "video" || medium.includes("video")) return "organic-video";
  if (kind === "search" || medium === "organic") return "organic-search";
  if (kind === "assistant") return "assistant";
  if (kind === "email" || EMAIL.test(word) || EMAIL.test(medium)) return "email";
  if (/^(?:referral|app|link)$/.test(medium)) return "referral";
  if (/^affiliates?$/.test(medium)) return "affiliates";
  if (medium === "audio") return "audio";
  if (word === "sms" || medium === "sms") return "sms";
  if (PUSH.test(medium) || word === "firebase") return "mobile-push";
  return medium === "" && word.includes(".") ? "referral" : "unassigned";
}

interface EventSources {
  /** Source of the event itself, as returned by {@link sourceOf}. */
  source: string;
  utm: Visit["utm"];
  click?: Visit["click"];
  /** The visitor's last touch, from the `utm_` cookies; empty if there are none. */
  last: Visit["utm"];
}

/**
 * Source and channel of the visit that an event belongs to: the event's own, or the last touch if the event's source is the site itself. Without a
 * touch, the visit counts as direct.
 */
export function attributeVisit({ source, utm, click, last }: EventSources): {
  source: string;
  channel: Channel;
} {
  const isWithin = source === INTERNAL;
  const touched = readValue(last.source);
  const lastSource = touched === "(none)" ? DIRECT : sourceOf({ utm: last, referrerHost: "", siteHosts: [] });
  const { medium, campaign } = isWithin ? last : { ...utm, medium: mediumOf({ source, utm, click }) };
  const visitSource = isWithin ? lastSource : source;
  return { source: visitSource, channel: channelOf({ source: visitSource, medium, campaign }) };
}

/** The campaign's medium. A click ID decides if there is none, or if the source is a site with the network's ads: ads are also tagged as "search" or "organic". */
function mediumOf({ source, utm, click }: Omit<EventSources, "last">): string {
  const medium = readValue(utm.medium);
  if (!click || PAID.test(medium) || DISPLAY.test(medium)) return medium;
  const isOfNetwork = source === click.network || click.shownOn.includes(siteKindOf(source) ?? "");
  return medium === "" || isOfNetwork ? click.medium : medium;
}

/** A campaign parameter; cookies write `none` for a missing one. */
function readValue(text: string): string {
  const value = campaignValue(text);
  return value === "none" ? "" : value;
}
