import { DEFAULT_LOCALE, type SitemapEntry } from "@marquee/contract";

/** The sitemap as XML (https://www.sitemaps.org/protocol.html), with translations as `xhtml:link` alternates. */
export function buildSitemap(entries: SitemapEntry[], publicUrl: string): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...entries.map(
      (entry) => `<url><loc>${publicUrl}${entry.path}</loc>${alternateLinks(entry, publicUrl)}</url>`,
    ),
    "</urlset>",
    "",
  ].join("\n");
}

function alternateLinks({ alternates }: SitemapEntry, publicUrl: string): string {
  if (alternates.length < 2) return "";
  return alternates
    .flatMap(({ locale, path }) =>
      locale === DEFAULT_LOCALE
        ? [
            [locale, path],
            ["x-default", path],
          ]
        : [[locale, path]],
    )
    .map(([lang, path]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${publicUrl}${path}"/>`)
    .join("");
}

/** The robots.txt: allows everything except the console and the measurement endpoints. */
export function buildRobots(publicUrl: string): string {
  return `User-agent: *\nDisallow: /console\nDisallow: /v1/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
}
