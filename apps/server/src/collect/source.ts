import { classifyReferrer } from "@marquee/contract";

interface Arrival {
  utmSource: string;
  /** Host of the referring page, or empty. */
  referrerHost: string;
  siteHosts: readonly string[];
}

/**
 * What brought a visitor to a page: a campaign's own name, a search engine, social site or assistant by its name, any other referring host
 * without "www.", nothing, or the site itself. The channel is not stored: `channelOf` of packages/contract knows it by the name.
 */
export function sourceOf({ utmSource, referrerHost, siteHosts }: Arrival): string {
  if (utmSource && utmSource !== "none") return utmSource;
  if (!referrerHost) return "(direct)";
  if (siteHosts.includes(referrerHost)) return "(internal)";
  return classifyReferrer(referrerHost)?.name ?? referrerHost.replace(/^www\./, "");
}
