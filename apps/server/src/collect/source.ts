interface Arrival {
  utmSource: string;
  /** Host of the referring page, or empty. */
  referrerHost: string;
  siteHosts: readonly string[];
}

/** What brought a visitor to a page: a campaign's own name, the referring host without "www.", nothing, or the site itself. */
export function sourceOf({ utmSource, referrerHost, siteHosts }: Arrival): string {
  if (utmSource && utmSource !== "none") return utmSource;
  if (!referrerHost) return "(direct)";
  if (siteHosts.includes(referrerHost)) return "(internal)";
  return referrerHost.replace(/^www\./, "");
}
