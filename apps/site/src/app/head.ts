import { DEFAULT_LOCALE, type SitemapEntry } from "@marquee/contract";
import type { LoadedPage } from "./page.types.ts";
import { alternatesOf, matchPage } from "./pages.ts";

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

function knownAlternates(path: string): SitemapEntry["alternates"] {
  const match = matchPage(path);
  return match ? alternatesOf(match.page) : [];
}

/** Brings the document's head up to date after a client-side page change. */
export function applyHead(page: LoadedPage, publicUrl: string): void {
  document.title = page.head.title;
  setMeta("description", page.head.description);
  for (const old of document.head.querySelectorAll('link[rel="canonical"],link[rel="alternate"]'))
    old.remove();
  for (const { rel, href, hrefLang } of headLinks(page.path, publicUrl, page.alternates)) {
    const link = document.createElement("link");
    link.rel = rel;
    link.href = href;
    if (hrefLang) link.hreflang = hrefLang;
    document.head.append(link);
  }
}

function setMeta(name: string, content: string): void {
  document.head.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.setAttribute("content", content);
}
