import { CONTENT_PATH, FEED_SUFFIX, type Locale, localeOfPath, type SitemapEntry } from "@marquee/contract";

/** Paths that are not pages. */
const OTHER_PATHS = [
  "/api/*",
  "/assets/*",
  "/console",
  "/console/*",
  `${CONTENT_PATH}/*`,
  "/images/*",
  "/leads/*",
  "/sub/*",
  "/speculation-rules/*",
  "/v1/*",
  `/*${FEED_SUFFIX}`,
  "/robots.txt",
  "/sitemap.xml",
];

/**
 * Tells browsers which documents to prerender when a visitor points at a link (https://wicg.github.io/nav-speculation/speculation-rules.html):
 * every page of this site. Once a page is interactive, it shows pages of its own language without loading a document, so links to these no
 * longer count.
 * @param pages the site's own pages. Pages written by editors are always documents.
 */
export function speculationRules(locale: Locale, pages: readonly SitemapEntry[]): object {
  const withoutDocument = pages.map(({ path }) => path).filter((path) => localeOfPath(path) === locale);
  return {
    prerender: [
      {
        where: {
          and: [
            { href_matches: "/*" },
            { not: { href_matches: OTHER_PATHS } },
            { not: { selector_matches: "[download], [target=_blank]" } },
            {
              or: [
                { selector_matches: "html:not([data-hydrated]) a" },
                { not: { href_matches: withoutDocument } },
              ],
            },
          ],
        },
        eagerness: "moderate",
      },
    ],
  };
}

/** Path below which {@link speculationRules} are served: `/speculation-rules/de.json`. */
export const SPECULATION_RULES_PATH = "/speculation-rules";
export const SPECULATION_RULES_TYPE = "application/speculationrules+json";
