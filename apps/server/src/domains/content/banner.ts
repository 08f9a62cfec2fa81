import {
  BANNER_COPY,
  BANNER_ITEM,
  bannerConfig,
  DEFAULT_LOCALE,
  itemKey,
  type Json,
  LOCALES,
  type Locale,
  NO_BANNER_TEXTS,
  type SiteBannerConfig,
  type SiteContent,
} from "@marquee/contract";
import { type Banner, type BannerTexts, BannerTextsSchema } from "@marquee/contract/schema";
import { bannerFieldProblem } from "./kinds/banner.ts";
import { fileError } from "./readJsonFile.ts";

const TEXTS_EXAMPLE = `{ "text": "Gantt charts are here", "badgeText": "New", "label": "See how" }`;

/** The item with the English texts. */
const ENGLISH = itemKey({ kind: "copy", locale: DEFAULT_LOCALE, id: BANNER_COPY });

/**
 * What is missing from a banner before visitors can see it, with the item and pointer of the field; null if it is complete. Only publishing
 * checks this, so that an incomplete banner can be previewed.
 */
export function incompleteBanner(
  items: ReadonlyMap<string, Json>,
): { item: string; pointer: string; problem: string } | null {
  const banner = items.get(BANNER_ITEM) as Banner | undefined;
  const english = items.get(ENGLISH) as BannerTexts | undefined;
  if (!banner?.isShown || !english) return null;
  const lacks = (item: string, pointer: string, what: string) => ({
    item,
    pointer,
    problem: `A banner that is shown needs ${what}. Enter it, or hide the banner.`,
  });
  if (english.text.trim() === "") return lacks(ENGLISH, "/text", "a text in English");
  if (english.label.trim() === "") return lacks(ENGLISH, "/label", "a link label in English");
  if (banner.href === "") return lacks(BANNER_ITEM, "/href", "a link address");
  if (banner.paths.length === 0)
    return lacks(BANNER_ITEM, "/paths", "at least one path, such as * for every page");
  return null;
}

/** Checks the banner's texts in a file, which may be empty or missing. @throws {ContentError} at the first one that is wrong. */
export function checkBannerTexts(locale: Locale, texts: unknown): void {
  for (const [name, value] of Object.entries(texts as Record<string, Json>)) {
    const problem = bannerFieldProblem(BannerTextsSchema, [name], value);
    if (problem)
      throw fileError({ name: `copy/${locale}/${BANNER_COPY}.json`, example: TEXTS_EXAMPLE }, name, problem);
  }
}

/** The copy of all languages with the banner's texts, which a content folder may omit. */
export function withBannerTexts(copy: SiteContent["copy"]): SiteContent["copy"] {
  const texts = LOCALES.map((locale): [Locale, Record<string, unknown>] => {
    const usual = locale === DEFAULT_LOCALE ? NO_BANNER_TEXTS : { text: "", badgeText: "", label: "" };
    const { [BANNER_COPY]: bannerTexts, ...otherCopy } = copy[locale] ?? {};
    return [locale, { ...otherCopy, [BANNER_COPY]: { ...usual, ...(bannerTexts as Partial<BannerTexts>) } }];
  });
  return Object.fromEntries(texts) as SiteContent["copy"];
}

/** The banner in each language, as a flag value. */
export function bannerConfigs({
  banner,
  copy,
}: Pick<SiteContent, "banner" | "copy">): Record<Locale, SiteBannerConfig> {
  const textsIn = (locale: Locale) => copy[locale][BANNER_COPY] as BannerTexts;
  const english = textsIn(DEFAULT_LOCALE);
  const values = LOCALES.map((locale) => [locale, bannerConfig(banner, textsIn(locale), english)]);
  return Object.fromEntries(values) as Record<Locale, SiteBannerConfig>;
}
