import { classifyReferrer } from "@marquee/contract";

interface Arrival {
  utmSource: string;
  /** Host of the referring page, or empty. */
  referrerHost: string;
  siteHosts: readonly string[];
}

/**
 * The traffic source of a page view: the campaign's `utm_source`, the name of a known search engine, social site or assistant, another referring
 * host without "www.", "(direct)" or "(internal)". The channel is not stored; `channelOf` in packages/contract derives it from the source.
 */
export function sourceOf({ utmSource, referrerHost, siteHosts }: Arrival): string {
  if (utmSource && utmSource !== "none") return utmSource;
  if (!referrerHost) return "(direct)";
  if (siteHosts.includes(referrerHost)) return "(internal)";
  return classifyReferrer(referrerHost)?.name ?? referrerHost.replace(/^www\./, "");
}
