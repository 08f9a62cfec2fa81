import {
  DEFAULT_LOCALE,
  type ImageItem,
  isLink,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  parseItemKey,
  parsePointer,
  valueAt,
} from "@marquee/contract";
import { kindOf } from "../../content/kinds/index.ts";
import { eachField } from "../../content/overlay.ts";

/** An English text and its translation into one language. */
export interface TranslatedText {
  locale: Locale;
  /** The item in the language of the translation, and the text's pointer. */
  item: string;
  pointer: string;
  sourceItem: string;
  sourcePointer: string;
  source: string;
  /** Null if the language does not have the page. */
  text: string | null;
}

/**
 * Every text of the English content with its translation. Links, paths and dates are not translated. Copy missing in a language belongs to pages that exist
 * only in English; pages written by editors can be added.
 * @param items all items by key.
 */
export function listTranslatedTexts(items: ReadonlyMap<string, Json>, locale: Locale): TranslatedText[] {
  if (locale === DEFAULT_LOCALE) return [];
  return [...items.keys()]
    .flatMap((key) => {
      const address = parseItemKey(key);
      if (address?.kind === "image") return textsOf(items, key);
      if (!address || !("locale" in address) || address.locale !== DEFAULT_LOCALE) return [];
      return pairsOf(items, key, itemKey({ ...address, locale }));
    })
    .filter((text) => text.locale === locale);
}

/** The texts of one item: of a translation, or of an image in all languages. */
export function textsOf(items: ReadonlyMap<string, Json>, key: string): TranslatedText[] {
  const address = parseItemKey(key);
  if (address?.kind === "image") return alternativeTexts(key, items.get(key) as ImageItem | undefined);
  if (!address || !("locale" in address) || address.locale === DEFAULT_LOCALE) return [];
  return pairsOf(items, itemKey({ ...address, locale: DEFAULT_LOCALE }), key);
}

function pairsOf(items: ReadonlyMap<string, Json>, sourceItem: string, item: string): TranslatedText[] {
  const address = parseItemKey(item);
  const [english, translation] = [items.get(sourceItem), items.get(item)];
  if (english === undefined || !address || !("locale" in address)) return [];
  const { locale } = address;
  const kind = kindOf(item);
  if (translation === undefined && !kind?.isWhole) return [];
  const texts: TranslatedText[] = [];
  eachField(sourceItem, english, (pointer, source) => {
    if (!isTranslated(source) || kind?.isUntranslated?.(pointer)) return;
    const text = translation === undefined ? null : valueAt(translation, parsePointer(pointer) ?? []);
    // Rich text in another language may have a different structure.
    if (text === null || typeof text === "string")
      texts.push({ locale, item, pointer, sourceItem, sourcePointer: pointer, source, text });
  });
  return texts;
}

function isTranslated(value: Json): value is string {
  return typeof value === "string" && value.trim() !== "" && !isLink(value);
}

function alternativeTexts(item: string, image: ImageItem | undefined): TranslatedText[] {
  const source = image?.alt[DEFAULT_LOCALE] ?? "";
  if (!image || image.isDecorative || source === "") return [];
  const sourcePointer = `/alt/${DEFAULT_LOCALE}`;
  return LOCALES.filter((locale) => locale !== DEFAULT_LOCALE).map((locale) => {
    const place = { locale, item, pointer: `/alt/${locale}`, sourceItem: item, sourcePointer };
    return { ...place, source, text: image.alt[locale] };
  });
}
