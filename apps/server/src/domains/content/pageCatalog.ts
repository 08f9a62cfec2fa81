import {
  type Collection,
  type ContentEntry,
  type ContentPage,
  collectionOfEntry,
  collectionOfList,
  isReservedPath,
  type Json,
  LOCALES,
  type Locale,
  type SitemapEntry,
} from "@marquee/contract";
import { ContentError } from "../../platform/errors/contentError.ts";

/** A page and its origin: a content file or a Contentful entry. */
interface WrittenPage {
  page: ContentPage;
  file: string;
  /** For pages in files: what editors can change. */
  item?: Json;
}

export interface PageCatalog {
  /** All pages, hidden ones too. */
  byPath: ReadonlyMap<string, WrittenPage>;
  /** The pages that visitors see. */
  entries: SitemapEntry[];
  alternatesOf(page: ContentPage): SitemapEntry["alternates"];
  /** One for each page whose path is already used. */
  errors: ContentError[];
}

/** Indexes pages by path. The first page with a path wins. Pages with one slug are translations. */
export function buildPageCatalog(
  pages: readonly WrittenPage[],
  takenPaths: ReadonlySet<string>,
): PageCatalog {
  const byPath = new Map<string, WrittenPage>();
  const errors: ContentError[] = [];
  for (const written of pages) {
    const { path } = written.page;
    const holder = takenPaths.has(path) || isReservedPath(path) ? "the site itself" : byPath.get(path)?.file;
    if (holder) errors.push(takenError(written, holder));
    else byPath.set(path, written);
  }
  const visible = [...byPath.values()].filter(({ page }) => !page.hidden);
  connectEntries(byPath, visible);
  const alternates = groupBySlug(visible);
  const alternatesOf = ({ slug }: ContentPage) => alternates.get(slug) ?? [];
  const entries = visible.map(({ page }) => ({ path: page.path, alternates: alternatesOf(page) }));
  return { byPath, entries, alternatesOf, errors };
}

/** Connects lists of collections with their entries in the same language, in the collection's order. */
function connectEntries(byPath: Map<string, WrittenPage>, visible: readonly WrittenPage[]): void {
  const entriesOf = ({ slug, locale }: ContentPage, { required, order }: Collection): ContentEntry[] =>
    visible
      .flatMap(({ page }) => {
        const isEntry = page.locale === locale && collectionOfEntry(page.slug) === slug;
        // Contentful's entries may lack a date, and then have no position in the list.
        return isEntry && required.every((field) => page[field]) ? [entryOf(page)] : [];
      })
      .sort(order === "date" ? latestFirst : byTitle(locale));
  const listOf = ({ slug, locale }: ContentPage) =>
    visible.find(({ page }) => page.locale === locale && page.slug === collectionOfEntry(slug))?.page;
  for (const [path, written] of byPath) {
    const { page } = written;
    const list = listOf(page);
    if (list)
      byPath.set(path, { ...written, page: { ...page, list: { path: list.path, title: list.title } } });
    const collection = collectionOfList(page.slug);
    if (!list && collection)
      byPath.set(path, { ...written, page: { ...page, entries: entriesOf(page, collection) } });
  }
}

function latestFirst(one: ContentEntry, other: ContentEntry): number {
  return `${one.date}${one.path}` < `${other.date}${other.path}` ? 1 : -1;
}

/** By category, then by title, in the language's sort order. */
function byTitle(locale: Locale) {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (one: ContentEntry, other: ContentEntry) =>
    compare(one.category ?? "", other.category ?? "") ||
    compare(one.title, other.title) ||
    compare(one.path, other.path);
}

function entryOf(page: ContentPage): ContentEntry {
  const { path, title, description } = page;
  const listedFields = LISTED.flatMap((field) => (page[field] ? [[field, page[field]] as const] : []));
  return { path, title, description, ...Object.fromEntries(listedFields) };
}

/** Additional fields of an entry in lists and feeds. */
const LISTED = ["date", "updated", "author", "category", "tags", "image"] as const;

function takenError({ page, file }: WrittenPage, holder: string): ContentError {
  return new ContentError({
    file,
    place: "path",
    problem: `${page.path} is already used by ${holder}. This page is not served.`,
    example: "path: /another-name",
  });
}

function groupBySlug(pages: readonly WrittenPage[]): Map<string, SitemapEntry["alternates"]> {
  const order = (locale: (typeof LOCALES)[number]) => LOCALES.indexOf(locale);
  const groups = new Map<string, SitemapEntry["alternates"]>();
  for (const { page } of [...pages].sort((a, b) => order(a.page.locale) - order(b.page.locale))) {
    groups.set(page.slug, [...(groups.get(page.slug) ?? []), { locale: page.locale, path: page.path }]);
  }
  return groups;
}
