import { parseUrl } from "../url.ts";

/** The attribution cookies, one for each (specification, section 3). */
export const UTM_FIELDS = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"] as const;
export type UtmField = (typeof UTM_FIELDS)[number];

/** What brought a visitor here. Every field has a value: `none` where nothing is known (specification, section 9). */
export type Attribution = Record<UtmField, string>;

export interface Arrival {
  /** Absolute address of the page. */
  url: string;
  /** Absolute address of the referring page, or the empty string. */
  referrer: string;
  /** Hosts of the site itself; their subdomains belong to it. */
  ownHosts: readonly string[];
}

const NONE = "none";
/** Long values are cut: each is kept in a cookie of its own and repeated on every event. */
const MAX_LENGTH = 200;

/**
 * What an arrival is attributed to (specification, section 9): a campaign's own parameters, else a search engine (organic), another site
 * (referral) or nothing (direct).
 * @returns null when the visitor comes from the site itself, which changes nothing.
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

/** @returns null when the address has no campaign parameter with a value. */
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

/** Host name without port, in lower case; empty for anything that is no web address. */
function hostOf(address: string): string {
  const { protocol = "", hostname = "" } = parseUrl(address) ?? {};
  return protocol.startsWith("http") ? hostname.slice(0, MAX_LENGTH) : "";
}

/** Search engines by the name that becomes `utm_source`; each has hosts in many countries. */
const SEARCH_ENGINES =
  /(?:^|\.)(google|bing|yahoo|yandex|baidu|duckduckgo|ecosia|qwant|startpage|naver|seznam|sogou|brave|ask)\.(?:com?\.)?[a-z]{2,3}$/;

/** @param host in lower case, without port. @returns the search engine's name, or undefined for any other host. */
export function searchEngineOf(host: string): string | undefined {
  return SEARCH_ENGINES.exec(host)?.[1];
}
