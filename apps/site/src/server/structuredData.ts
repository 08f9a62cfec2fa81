import {
  type Catalog,
  DEFAULT_IMAGE_QUALITY,
  formatWidths,
  imageUrl,
  LOCALES,
  type Locale,
  localizePath,
  type PlanTier,
} from "@marquee/contract";
import * as brand from "../../../../content/brand.json";
import type { Pages } from "../app/loadPage.tsx";
import type { Question } from "../blocks/Faq.tsx";
import type { CopyStore } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";
import { priceValues } from "../copy/prices.ts";
import type { DescribedPage } from "../head/head.ts";
import { titleWithoutSuffix } from "../head/pageTitle.ts";
import type { EntryImage } from "../site/contentData.ts";
import { matchPage } from "../site/pages.ts";
import { planOffers, type Thing } from "./planOffers.ts";

/** One entry of the breadcrumbs. */
interface Crumb {
  name: string;
  path: string;
}

export interface StructuredPage {
  /** Name in `PAGES`; null for a page that an editor wrote. */
  name: string | null;
  locale: Locale;
  /** Languages that visitors see. */
  locales: readonly Locale[];
  /** Breadcrumbs from the home page to this page; empty on the home page. */
  trail: Crumb[];
  /** Questions and answers in the page's own copy, without markup. */
  questions: readonly Question[];
  /** Plan names in the page's language. */
  planNames: Record<PlanTier, string>;
  catalog: Catalog;
  /** An entry of a collection with a date. */
  article: (Described & { date: string; author?: string }) | null;
  /** An entry of a collection without one. */
  entry: (Described & { category?: string; image?: EntryImage }) | null;
  /** The list of a collection. */
  list: (Described & { entries: readonly { path: string; title: string }[] }) | null;
}

/** The common part of a page's descriptions. */
interface Described {
  path: string;
  title: string;
  description: string;
  updated?: string;
}

/**
 * A page's structured data for search engines, as JSON-LD with https://schema.org types.
 * @param publicUrl origin without a trailing slash.
 * @returns null if there is nothing to describe.
 */
export function structuredData(page: StructuredPage, publicUrl: string): Thing | null {
  const { name, trail, questions, article, entry, list } = page;
  const things = [
    ...(name === "home" ? [organization(publicUrl), website(page, publicUrl)] : []),
    ...(name === "home" || name === "pricing" ? [application(page, publicUrl)] : []),
    ...(article ? [blogPosting(article, page.locale, publicUrl), organization(publicUrl)] : []),
    ...(entry ? [webPage(entry, page.locale, publicUrl), organization(publicUrl)] : []),
    ...(list ? [collectionPage(list, page.locale, publicUrl)] : []),
    ...(trail.length > 1 ? [breadcrumbs(trail, publicUrl)] : []),
    ...(questions.length > 0 ? [faqPage(questions)] : []),
  ];
  return things.length > 0 ? { "@context": "https://schema.org", "@graph": things } : null;
}

function organization(publicUrl: string): Thing {
  const contact = (contactType: string, email: string) => ({ "@type": "ContactPoint", contactType, email });
  return {
    "@type": "Organization",
    "@id": `${publicUrl}/#organization`,
    name: brand.name,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/favicon.svg`,
    slogan: brand.tagline,
    contactPoint: [contact("sales", brand.salesEmail), contact("customer support", brand.supportEmail)],
  };
}

function website({ locales }: StructuredPage, publicUrl: string): Thing {
  return {
    "@type": "WebSite",
    "@id": `${publicUrl}/#website`,
    name: brand.name,
    url: `${publicUrl}/`,
    inLanguage: [...locales],
    publisher: { "@id": `${publicUrl}/#organization` },
  };
}

function application({ locale, planNames, catalog }: StructuredPage, publicUrl: string): Thing {
  const url = publicUrl + localizePath("/pricing", locale);
  return {
    "@type": "SoftwareApplication",
    "@id": `${publicUrl}/#application`,
    name: brand.name,
    description: brand.tagline,
    url: `${publicUrl}/`,
    applicationCategory: "BusinessApplication",
    operatingSystem: "Any, in a web browser",
    offers: planOffers({ catalog, planNames, url }),
  };
}

function blogPosting(
  article: NonNullable<StructuredPage["article"]>,
  locale: Locale,
  publicUrl: string,
): Thing {
  const { path, title, description, date, updated, author } = article;
  const publisher = { "@id": `${publicUrl}/#organization` };
  return {
    "@type": "BlogPosting",
    headline: title,
    description,
    url: publicUrl + path,
    mainEntityOfPage: publicUrl + path,
    inLanguage: locale,
    datePublished: date,
    dateModified: updated && updated > date ? updated : date,
    // "The Trellis team" is not a person.
    author: author && !author.includes(brand.name) ? { "@type": "Person", name: author } : publisher,
    publisher,
  };
}

/** A template or an integration: neither an article nor an application of its own, which would need offers or ratings. */
function webPage(entry: NonNullable<StructuredPage["entry"]>, locale: Locale, publicUrl: string): Thing {
  const { path, title, description, category, updated, image } = entry;
  return {
    "@type": "WebPage",
    name: title,
    description,
    url: publicUrl + path,
    inLanguage: locale,
    publisher: { "@id": `${publicUrl}/#organization` },
    ...(category && { keywords: category }),
    ...(updated && { dateModified: updated }),
    ...(image && { primaryImageOfPage: imageObject(image, publicUrl) }),
  };
}

function imageObject({ source, version, width, height, alt }: EntryImage, publicUrl: string): Thing {
  const format = formatWidths("webp", { width, height }).includes(width) ? "webp" : "png";
  const url = imageUrl({ source, version, width, quality: DEFAULT_IMAGE_QUALITY, format });
  return { "@type": "ImageObject", url: publicUrl + url, width, height, ...(alt && { caption: alt }) };
}

function collectionPage(list: NonNullable<StructuredPage["list"]>, locale: Locale, publicUrl: string): Thing {
  const { path, title, description, entries } = list;
  const itemListElement = entries.map((entry, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name: entry.title,
    url: publicUrl + entry.path,
  }));
  return {
    "@type": "CollectionPage",
    name: title,
    description,
    url: publicUrl + path,
    inLanguage: locale,
    mainEntity: { "@type": "ItemList", numberOfItems: entries.length, itemListElement },
  };
}

function breadcrumbs(trail: Crumb[], publicUrl: string): Thing {
  const itemListElement = trail.map(({ name, path }, index) => ({
    "@type": "ListItem",
    position: index + 1,
    name,
    item: publicUrl + path,
  }));
  return { "@type": "BreadcrumbList", itemListElement };
}

function faqPage(questions: readonly Question[]): Thing {
  const mainEntity = questions.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return { "@type": "FAQPage", mainEntity };
}

/** The site's content, and the pages made from it. */
export interface SiteParts {
  copy: CopyStore;
  catalog: Catalog;
  pages: Pages;
}

/** Loads the input of {@link structuredData}: the page's breadcrumbs, and questions and plan names from the copy. */
export async function loadStructuredPage(page: DescribedPage, parts: SiteParts): Promise<StructuredPage> {
  const { path, locale } = page;
  const name = matchPage(path)?.page.name ?? null;
  const { copy: texts, catalog, pages } = parts;
  const [copy, pricing, { hiddenPages = [] }] = await Promise.all([
    name && texts.load(name, locale),
    texts.load("pricing", locale),
    texts.load("shell", locale),
  ]);
  const { free, unlimited, business, enterprise } = pricing.plans;
  const { title, description } = page.head;
  const described = { path, title: titleWithoutSuffix(title), description };
  return {
    name,
    locale,
    locales: LOCALES.filter((each) => !hiddenPages.includes(`${each}/home`)),
    trail: await trailTo(page, pages),
    catalog,
    article: page.article ? { ...described, ...page.article } : null,
    entry: page.entry ? { ...described, ...page.entry } : null,
    list: page.entries ? { ...described, entries: page.entries } : null,
    questions: copy ? questionsOf(copy, page, catalog) : [],
    planNames: {
      free: free.name,
      unlimited: unlimited.name,
      business: business.name,
      enterprise: enterprise.name,
    },
  };
}

/** The home page in the page's language, each existing page along the path, and the page itself. */
async function trailTo({ path, locale, head, list }: DescribedPage, pages: Pages): Promise<Crumb[]> {
  const home = localizePath("/", locale);
  if (path === home) return [];
  const above = path.split("/").map((_part, index, parts) => parts.slice(0, index).join("/"));
  const existingPaths = above.filter((each) => each !== home && matchPage(each));
  const passed = await Promise.all(existingPaths.map((each) => crumbOf(each, pages)));
  const between = list ? [{ name: list.title, path: list.path }] : passed;
  return [{ name: brand.name, path: home }, ...between, { name: titleWithoutSuffix(head.title), path }];
}

async function crumbOf(path: string, pages: Pages): Promise<Crumb> {
  const page = await pages.load(path);
  return { name: titleWithoutSuffix(page?.head.title ?? brand.name), path };
}

/** @param copy a page's copy. Questions are at `faq.items` on every page that has them; visitors do not see those of a hidden section. */
function questionsOf(copy: unknown, { locale }: DescribedPage, catalog: Catalog): Question[] {
  const { faq, sections } = copy as { faq?: { items?: Question[] }; sections?: readonly string[] };
  if (sections?.includes("faq") === false) return [];
  const items = faq?.items ?? [];
  const prices = priceValues(catalog, locale);
  return items.map(({ question, answer }) => ({ question, answer: fillTemplate(answer, prices) }));
}
