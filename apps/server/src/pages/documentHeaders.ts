import type { PolicySources } from "@marquee/contract";
import type { SiteTools } from "../domains/connections/siteTools.ts";
import type { FixedSettings } from "../platform/config/siteSettings.ts";
import { securityHeaders } from "../platform/http/securityHeaders.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";

/** Browsers and proxies store a page but revalidate it on each request; an unchanged page gets a short 304. */
export const PAGE_CACHE_CONTROL = "public, no-cache";

type HeadersOfSheet = (sheet: string | null) => Record<string, string>;

/** @returns a function for the headers of a document of the site, by the name of its style sheet (null for none) and its tools. */
export function createDocumentHeaders(
  bundle: SiteBundle,
  settings: FixedSettings,
): (sheet: string | null, tools: Pick<SiteTools, "sources">) => Record<string, string> {
  const headersBySources = new WeakMap<PolicySources, HeadersOfSheet>();
  return (sheet, { sources }) => {
    const read = headersBySources.get(sources) ?? headersBySheet(bundle, settings, sources);
    headersBySources.set(sources, read);
    return read(sheet);
  };
}

function headersBySheet(
  { assets, isDevelopment }: SiteBundle,
  settings: FixedSettings,
  sources: PolicySources,
): HeadersOfSheet {
  const demo = settings.demoUrl === null ? [] : [new URL(settings.demoUrl).origin];
  const headersWith = (inlineStyles: string[]) => ({
    ...(isDevelopment
      ? {}
      : securityHeaders({
          inlineStyles,
          isSecure: settings.publicUrl.startsWith("https:"),
          sources: { ...sources, frame: [...(sources.frame ?? []), ...demo] },
          isPublic: true,
        })),
    "content-type": "text/html; charset=utf-8",
    "cache-control": PAGE_CACHE_CONTROL,
    vary: "accept-encoding, cookie, sec-gpc",
  });
  const plain = headersWith([]);
  const inline = "inline" in assets.styles ? assets.styles.inline : {};
  const headersOfSheets = new Map(Object.entries(inline).map(([sheet, css]) => [sheet, headersWith([css])]));
  return (sheet) => headersOfSheets.get(sheet ?? "") ?? plain;
}
