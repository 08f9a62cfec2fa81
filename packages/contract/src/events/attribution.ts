import { parseUrl } from "../url.ts";

/** Attribution fields. Each has a cookie of the same name (specification, section 3). */
export const UTM_FIELDS = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

/** The traffic source of a visitor. Unknown fields are `none` (specification, section 9). */
export type Attribution = Record<UtmField, string>;

export interface Arrival {
  /** Absolute URL of the page. */
  url: string;
  /** Absolute URL of the referring page, or the empty string. */
  referrer: string;
  /** Hosts of the site. Their subdomains count as the site too. */
  ownHosts: readonly string[];
}

const NONE = "none";
/** Longer values are truncated: each is stored in its own cookie and repeated on every event. */
const MAX_LENGTH = 200;

/**
 * Attributes an arrival (specification, section 9) to the campaign parameters in its URL; otherwise to a search engine
 * (organic), another site (referral) or nothing (direct).
 * @returns null if the visitor comes from the site itself, which leaves the attribution unchanged.
 */
export function attributionOf({ url, referrer, ownHosts }: Arrival): Attribution | null {
  const campaign = campaignIn(url);
  if (campaign) return campaign;
  const host = hostOf(referrer);
  if (!host) return attribution("(none)", "(direct)");
  if (ownHosts.some((own) => host === own || host.endsWith(`.${own}`))) return null;
  const engine = searchEngineOf(host);
  return engine ? attribution(engine, "organic") : attribution(host.replace(/^www\./, ""), "referral");
}

/** @returns null if no campaign parameter of the URL has a value. */
function campaignIn(url: string): Attribution | null {
  const parameters = parseUrl(url)?.searchParams;
  const values = UTM_FIELDS.map((field) => [
    field,
    (parameters?.get(field) ?? "").trim().slice(0, MAX_LENGTH),
  ]);
  if (values.every(([, value]) => !value)) return null;
  return Object.fromEntries(values.map(([field, value]) => [field, value || NONE])) as Attribution;
}

function attribution(source: string, medium: string): Attribution {
  return { utm_source: source, utm_medium: medium, utm_campaign: NONE, utm_content: NONE, utm_term: NONE };
}

/** Lowercase host name without port; empty if the URL is not http or https. */
function hostOf(address: string): string {
  const { protocol = "", hostname = "" } = parseUrl(address) ?? {};
  return protocol.startsWith("http") ? hostname.slice(0, MAX_LENGTH) : "";
}

/** Matches search engines under their many country domains and captures the name that becomes `utm_source`. */
const SEARCH_ENGINES =
  /(?:^|\.)(google|bing|yahoo|yandex|baidu|duckduckgo|ecosia|qwant|startpage|naver|seznam|sogou|brave|ask)\.(?:com?\.)?[a-z]{2,3}$/;

/** The name of the search engine at `host`; undefined for any other host. @param host lowercase, without port. */
export function searchEngineOf(host: string): string | undefined {
  return SEARCH_ENGINES.exec(host)?.[1];
}
