import { LOCALES, type Locale, parseItemKey, SINGLE_ITEMS } from "@marquee/contract";
import type { ContentItemSummary, ContentResponse, DraftPage, DraftSummary } from "@marquee/contract/schema";

export const ALL_LANGUAGES = "all";

/** Kinds that have screens of their own. */
const ELSEWHERE = Object.entries(SINGLE_ITEMS).flatMap(([kind, { screen }]) => (screen ? [kind] : []));

/** A page or text in one language, whether it exists or not. */
export interface ContentRow {
  key: string;
  item: ContentItemSummary;
  locale: Locale | null;
  isMissing: boolean;
  /**
   * The draft that changes it: the account's own first, then the latest. With the number of changed fields and what it does to the page as a
   * whole.
   */
  draft: { id: number; fields: number; page: DraftPage | undefined; author: string } | null;
  /** ID of the draft that the page opens in: someone else's only if no other has the page. */
  opensIn: number | null;
  /** Null if no page shows it. */
  figures: PageFigures | null;
}

export interface PageFigures {
  visitors: number;
  /** Null without visitors. */
  leadRate: number | null;
}

interface RowOptions {
  /** A locale, or {@link ALL_LANGUAGES}. */
  language: string;
  /** By path; null until they are read. */
  figures: ReadonlyMap<string, PageFigures> | null;
  /** Email address of the signed-in account. */
  account: string;
}

/** One row for each page and language; with gaps for those that a language lacks. */
export function rowsOf(
  { items: published, drafts }: Pick<ContentResponse, "items" | "drafts">,
  { language, figures, account }: RowOptions,
): ContentRow[] {
  const items = [...published, ...addedItems(published, drafts)];
  const draftOf = (key: string) => {
    const changing = drafts.filter((draft) => draft.items[key] !== undefined);
    const draft = changing.find(({ createdBy }) => createdBy === account) ?? changing[0];
    if (!draft) return null;
    return {
      id: draft.id,
      author: draft.createdBy,
      fields: draft.items[key] ?? 0,
      page: draft.pages.find(({ item }) => item === key),
    };
  };
  const rowOf = (item: ContentItemSummary, locale: Locale | null, isMissing = false): ContentRow => {
    const isPage = !isMissing && !item.isShared && item.path !== null && figures !== null;
    const draft = isMissing ? null : draftOf(item.key);
    const isOpened = draft !== null && (draft.author === account || draft.page?.step === "added");
    return {
      key: isMissing ? `${item.key} ${locale}` : item.key,
      item,
      locale,
      isMissing,
      draft,
      opensIn: isOpened ? draft.id : null,
      figures: isPage ? (figures.get(item.path ?? "") ?? { visitors: 0, leadRate: null }) : null,
    };
  };
  const locales = LOCALES.filter((locale) => language === ALL_LANGUAGES || locale === language);
  // A page may be in other languages only.
  const originals = items.filter(
    (item, index) =>
      item.kind !== "image" &&
      !ELSEWHERE.includes(item.kind) &&
      items.findIndex(({ kind, id }) => kind === item.kind && id === item.id) === index,
  );
  return originals.flatMap((original) => {
    if (original.locale === null) return [rowOf(original, null)];
    return locales.map((locale) => {
      const item = items.find(
        ({ kind, id, locale: itemLocale }) =>
          kind === original.kind && id === original.id && itemLocale === locale,
      );
      return rowOf(item ?? original, locale, !item);
    });
  });
}

/** Pages that drafts add. */
function addedItems(
  published: readonly ContentItemSummary[],
  drafts: readonly DraftSummary[],
): ContentItemSummary[] {
  const listedKeys = new Set(published.map(({ key }) => key));
  return drafts.flatMap(({ pages }) =>
    pages.flatMap(({ item: key, step, title, path }): ContentItemSummary[] => {
      const address = parseItemKey(key);
      if (step !== "added" || listedKeys.has(key) || !address || !("locale" in address)) return [];
      listedKeys.add(key);
      const { kind, locale, id } = address;
      const fresh = { isShared: false, isHidden: false, changed: 0, lastChange: null };
      return [{ key, kind, locale, id, title: title ?? id, path: path ?? `/${id}`, ...fresh }];
    }),
  );
}
