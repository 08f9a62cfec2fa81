import { DEFAULT_LOCALE, LOCALES, type Locale, parseItemKey } from "@marquee/contract";
import {
  IMAGES_KEY,
  type LanguageSummary,
  type LanguagesResponse,
  type TranslatedItem,
  type TranslationCounts,
} from "@marquee/contract/schema";
import type { BuiltContent } from "../../content/contentEngine.ts";
import { itemTitle } from "../../content/fieldNames.ts";
import { hiddenLanguages } from "../../content/hiddenPages.ts";
import { listDrafts, readDraft } from "../draftStore.ts";
import { listTranslatedTexts } from "../translations/translatedTexts.ts";
import type { ReadStates, StatedText } from "../translations/translationStates.ts";
import { type ContentParts, pathsOf } from "./readContent.ts";

interface TranslatedContent {
  content: BuiltContent;
  /** The texts of each language but English. */
  texts: StatedText[];
}

/** The content as published or as in a draft, with all its translations. @throws {ApiError} not_found */
export async function readTranslations(
  { db, publishing }: Pick<ContentParts, "db" | "publishing">,
  readStates: ReadStates,
  { draft, locales = LOCALES }: { draft?: number | undefined; locales?: readonly Locale[] },
): Promise<TranslatedContent> {
  const stored = draft === undefined ? null : await readDraft(db, draft);
  const content = publishing.drafted(stored?.fields ?? []);
  const texts = locales.flatMap((locale) => listTranslatedTexts(content.items, locale));
  return { content, texts: await readStates(texts, stored) };
}

/** The translation progress of each language. */
export async function readLanguages(
  parts: ContentParts,
  readStates: ReadStates,
  draft: number | undefined,
): Promise<LanguagesResponse> {
  const { content, texts } = await readTranslations(parts, readStates, { draft });
  const pathOf = pathsOf(parts, content);
  const itemOf = (key: string, itemTexts: readonly StatedText[]): TranslatedItem => {
    const address = parseItemKey(key);
    const source = content.items.get(itemTexts[0]?.sourceItem ?? "");
    const title = address?.kind === "page" ? (source as { title?: unknown } | undefined)?.title : undefined;
    const isAbsent = !content.items.has(key) && key !== IMAGES_KEY;
    return {
      key,
      kind: address?.kind ?? "image",
      title: key === IMAGES_KEY ? "Images" : typeof title === "string" ? title : itemTitle(key),
      path: isAbsent ? null : pathOf(key),
      isAbsent,
      ...countStates(itemTexts),
    };
  };
  const hidden = hiddenLanguages(content.site);
  const summarize = (locale: Locale): LanguageSummary => {
    const localeTexts = texts.filter((text) => text.locale === locale);
    const groups = new Map<string, StatedText[]>();
    for (const text of localeTexts) {
      const key = text.item.startsWith("image:") ? IMAGES_KEY : text.item;
      const group = groups.get(key) ?? [];
      group.push(text);
      groups.set(key, group);
    }
    const items = [...groups].map(([key, group]) => itemOf(key, group));
    return { locale, isHidden: hidden.includes(locale), ...countStates(localeTexts), items };
  };
  return {
    languages: LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map(summarize),
    drafts: await listDrafts(parts.db),
    head: parts.publishing.head().number,
  };
}

function countStates(texts: readonly StatedText[]): TranslationCounts {
  const counts = { texts: texts.length, translated: 0, missing: 0, outdated: 0, same: 0 };
  for (const { state } of texts) counts[state] += 1;
  return counts;
}
