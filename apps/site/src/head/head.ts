import {
  CARD_SIZE,
  cardPath,
  DEFAULT_LOCALE,
  LANGUAGES,
  localizePath,
  type SitemapEntry,
} from "@marquee/contract";
import * as brand from "../../../../content/brand.json";
import type { LoadedPage } from "../site/page.types.ts";
import { knownAlternates, matchPage } from "../site/pages.ts";
import { headlineOf, titleWithoutSuffix } from "./pageTitle.ts";

/** A `<link>` in the document's head. */
export interface HeadLink {
  rel: "canonical" | "alternate";
  href: string;
  hrefLang?: string;
  type?: string;
}

/** A `<meta>` for link previews in social networks and messengers. */
export type SocialMeta =
  | { property: `og:${string}`; content: string }
  | { name: `twitter:${string}`; content: string };

export type DescribedPage = Omit<LoadedPage, "body">;

/** Selector of the head elements that belong to a single page, besides title and description. */
const OF_ONE_PAGE =
  'link[rel="canonical"],link[rel="alternate"],meta[property^="og:"],meta[name^="twitter:"],script[type="application/ld+json"]';

/** Canonical link, and hreflang links (with x-default) if the page has translations. @param publicUrl Origin without a trailing slash. */
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

/** @param href URL of the feed of a collection's list. */
export function feedLink(href: string): HeadLink {
  return { rel: "alternate", type: "application/atom+xml", href };
}

/** Updates the document's head after client-side navigation. Removes structured data, because crawlers read it only from served documents. */
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

function createElement(tag: "link" | "meta", attributes: Record<string, string>): Element {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** A page's Open Graph (https://ogp.me) and Twitter card tags. @param publicUrl Origin without a trailing slash. */
export function socialMeta(page: DescribedPage, publicUrl: string): SocialMeta[] {
  const { path, locale, head } = page;
  const otherLanguages = (page.alternates ?? knownAlternates(path)).filter((each) => each.locale !== locale);
  return [
    { property: "og:type", content: page.article ? "article" : "website" },
    { property: "og:site_name", content: brand.name },
    { property: "og:title", content: titleWithoutSuffix(head.title) },
    { property: "og:description", content: head.description },
    { property: "og:url", content: publicUrl + path },
    { property: "og:locale", content: LANGUAGES[locale].openGraph },
    ...otherLanguages.map((each) => ({
      property: "og:locale:alternate" as const,
      content: LANGUAGES[each.locale].openGraph,
    })),
    { property: "og:image", content: publicUrl + cardPath(cardNameOf(page), locale) },
    { property: "og:image:type", content: "image/png" },
    { property: "og:image:width", content: String(CARD_SIZE.width) },
    { property: "og:image:height", content: String(CARD_SIZE.height) },
    { property: "og:image:alt", content: `${brand.name}: ${headlineOf(head)}` },
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** A page's card image has the page's name; a content page's card has its path without the locale prefix. */
function cardNameOf({ path, locale }: DescribedPage): string {
  const name = matchPage(path)?.page.name;
  return name ?? path.slice(localizePath("/", locale).length).replace(/^\//, "");
}
