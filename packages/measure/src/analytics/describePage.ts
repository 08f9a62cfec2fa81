import { parseUrl } from "@marquee/contract";
import { redactEmail } from "../privacy/redactEmail.ts";

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

/** A page as events describe it (specification, section 3). */
export interface PageDescription {
  url: string;
  path: string;
  actual_url: string;
  actual_path: string;
  search: string;
  title: string;
  referrer: string;
}

/**
 * `url` and `path` are the page's canonical address where it names one, as in Segment's own library;
 * `actual_url` and `actual_path` are what the address bar says. E-mail values are redacted in all of them.
 */
export function describePage({ title, canonicalUrl, location, referrer }: PageSource): PageDescription {
  const actual = new URL(redactEmail(location.href));
  const url = parseUrl(redactEmail(canonicalUrl ?? "")) ?? actual;
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
