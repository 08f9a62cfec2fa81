import {
  BANNER_COPY,
  BANNER_ITEM,
  bannerOf,
  DEFAULT_LOCALE,
  itemKey,
  type Json,
  LOCALES,
  type SiteBannerConfig,
  valueAt,
} from "@marquee/contract";
import type { Banner } from "@marquee/contract/schema";

interface ShownBanner extends Pick<Banner, "isShown" | "from" | "until"> {
  /** Has one text for all languages. */
  config: SiteBannerConfig;
}

type Change = { item: string; pointer: string; value: Json };

/** A flag value as changes to the banner's content. Translations of texts that change are emptied, so that every language has the new text. */
export function bannerChanges({ config, ...times }: ShownBanner, items: ReadonlyMap<string, Json>): Change[] {
  const { banner, texts } = bannerOf(config);
  const copyOf = (locale: (typeof LOCALES)[number]) => itemKey({ kind: "copy", locale, id: BANNER_COPY });
  const before = (name: string) => valueAt(items.get(copyOf(DEFAULT_LOCALE)) ?? null, [name]);
  const settings = Object.entries({ ...banner, ...times }).map(
    ([name, value]): Change => ({ item: BANNER_ITEM, pointer: `/${name}`, value }),
  );
  const said = Object.entries(texts).flatMap(([name, value]) =>
    LOCALES.filter((locale) => locale === DEFAULT_LOCALE || value !== before(name)).map(
      (locale): Change => ({
        item: copyOf(locale),
        pointer: `/${name}`,
        value: locale === DEFAULT_LOCALE ? value : "",
      }),
    ),
  );
  return [...settings, ...said];
}
