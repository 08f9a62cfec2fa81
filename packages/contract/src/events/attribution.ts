import { cutText } from "../kernel/text.ts";
import { parseUrl } from "../kernel/url.ts";

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
const VALUE_MAX_LENGTH = 200;

/**
 * Attributes an arrival (specification, section 9) to the campaign parameters in its URL; otherwise to a search engine
 * (organic), another site (referral), an ad (cpc) or nothing (direct).
 * @returns null if the visitor comes from the site itself, which leaves the attribution unchanged.
 */
export function attributionOf({ url, referrer, ownHosts }: Arrival): Attribution | null {
  const campaign = campaignIn(url);
  if (campaign) return campaign;
  // Lowercase host name without port, or Android package (`android-app://…`).
  const host = parseUrl(referrer)?.hostname ?? "";
  if (!host) return createAttribution("(none)", "(direct)");
  if (ownHosts.some((ownHost) => host === ownHost || host.endsWith(`.${ownHost}`))) return null;
  const engine = searchEngineOf(host);
  const medium = CLICK_ID.test(url) ? "cpc" : engine ? "organic" : "referral";
  return createAttribution(engine || host.replace(/^www\./, ""), medium);
}

/**
 * The click IDs of `clickIds.ts` that most visits have. The browser needs them only for later visits: a landing page's own visit is attributed by the server, which
 * knows all of them. Each takes bytes of every page.
 */
const CLICK_ID = /[?&](?:[gy]clid|t[tw]clid|[gw]braid|msclkid|li_fat_id)=\w/;

/** @returns null if no campaign parameter of the URL has a value. */
function campaignIn(url: string): Attribution | null {
  const parameters = parseUrl(url)?.searchParams;
  const values = UTM_FIELDS.map((field) => parameters?.get(field)?.trim() ?? "");
  return values.some(Boolean) ? createAttribution(...values) : null;
}

/** @param values of {@link UTM_FIELDS} in their order; missing and empty ones become `none`. */
export function createAttribution(...values: readonly string[]): Attribution {
  return Object.fromEntries(
    UTM_FIELDS.map((field, index) => [field, cutText(values[index] ?? "", VALUE_MAX_LENGTH) || NONE]),
  ) as Attribution;
}

/** Matches the result pages of search engines, not their other services, and captures the name that becomes `utm_source`. */
const SEARCH_ENGINES =
  /^(?!search\.g)(?:(?:[\w-]+\.)*(?:search|www|m|nova|[a-z]{2})\.)?(?:(google|yahoo|yandex)\.(?:com|cat|(?:com?\.)?[a-z]{2})|(bing|baidu|duckduckgo|qwant|startpage|sogou|kagi|mojeek|swisscows|naver|ask|ecosia|metager|daum|seznam|rambler|ya)\.(?:com|org|net|cz|de|ru)|(mail\.ru))$|^search\.(brave)\.com$|^com\.(google)\.android\.googleq/;

/** The key of the search engine at `host` in `trafficSources.ts`; undefined for any other host. @param host lowercase, without port, or an Android package. */
export function searchEngineOf(host: string): string | undefined {
  return SEARCH_ENGINES.exec(host)?.slice(1).find(Boolean);
}
