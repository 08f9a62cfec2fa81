import { DEFAULT_LOCALE, type SitemapEntry } from "@marquee/contract";
import type { LoadedPage } from "../site/page.types.ts";
import { knownAlternates } from "../site/pages.ts";
import { socialMeta } from "./socialMeta.ts";

/** One `<link>` of the document's head. */
export interface HeadLink {
  rel: "canonical" | "alternate";
  href: string;
  hrefLang?: string;
}

/** Canonical address, and hreflang for each translation of a page that has any (with x-default). */
export function headLinks(
  path: string,
  publicUrl: string,
  alternates: SitemapEntry["alternates"] = knownAlternates(path),
): HeadLink[] {
  const links: HeadLink[] = [{ rel: "canonical", href: publicUrl + path }];
  if (alternates.length < 2) return links;
  for (const { locale, path: translated } of alternates) {
    links.push({ rel: "alternate", hrefLang: locale, href: publicUrl + translated });
    if (locale === DEFAULT_LOCALE)
      links.push({ rel: "alternate", hrefLang: "x-default", href: publicUrl + translated });
  }
  return links;
}

/** Brings the document's head up to date after a client-side page change. Structured data is for who reads documents only: it goes. */
export function applyHead(page: LoadedPage, publicUrl: string): void {
  document.title = page.head.title;
  const description = document.head.querySelector('meta[name="description"]');
  description?.setAttribute("content", page.head.description);
  for (const old of document.head.querySelectorAll(OF_ONE_PAGE)) old.remove();
  const links = headLinks(page.path, publicUrl, page.alternates);
  document.head.append(
    ...links.map(({ hrefLang, ...link }) =>
      createElement("link", { ...link, ...(hrefLang && { hreflang: hrefLang }) }),
    ),
    ...socialMeta(page, publicUrl).map((meta) => createElement("meta", meta)),
  );
}

/** What of the head holds for one page only, besides title and description. */
const OF_ONE_PAGE =
  'link[rel="canonical"],link[rel="alternate"],meta[property^="og:"],meta[name^="twitter:"],script[type="application/ld+json"]';

function createElement(tag: "link" | "meta", attributes: Record<string, string>): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
