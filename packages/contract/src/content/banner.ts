import type { Timestamp } from "../kernel/time.ts";
import type { Banner, BannerTexts } from "./banner.schema.ts";
import { parseItemKey } from "./contentItems.ts";
import { NO_SITE_BANNER, type SiteBannerConfig } from "./siteBanner.ts";

/** Name of the copy file with the banner's texts. */
export const BANNER_COPY = "banner";

const { link, text, badgeText, ...looks } = NO_SITE_BANNER;

/** The banner of a site that has none. */
export const NO_BANNER: Banner = { isShown: false, ...looks, href: link.href, from: null, until: null };
/** English texts for those missing in its copy file. */
export const NO_BANNER_TEXTS: BannerTexts = { text, badgeText, label: link.children };

/** Whether visitors may see the banner at a time. */
export function isBannerDue({ isShown, from, until }: Banner, at: Timestamp): boolean {
  const isStarted = from === null || Date.parse(from) <= at;
  return isShown && isStarted && (until === null || at < Date.parse(until));
}

/** The banner in one language, as a flag value. An empty text falls back to the English one. */
export function bannerConfig(banner: Banner, texts: BannerTexts, english: BannerTexts): SiteBannerConfig {
  const { isShown: _isShown, from: _from, until: _until, href, ...rest } = banner;
  const said = (name: keyof BannerTexts) => (texts[name].trim() === "" ? english[name] : texts[name]);
  return {
    ...rest,
    text: said("text"),
    badgeText: said("badgeText"),
    link: { href, children: said("label") },
  };
}

/** The inverse of {@link bannerConfig}: converts a flag value to content. */
export function bannerOf(config: SiteBannerConfig): {
  banner: Omit<Banner, "isShown" | "from" | "until">;
  texts: BannerTexts;
} {
  const { text, badgeText, link, ...rest } = config;
  return { banner: { ...rest, href: link.href.trim() }, texts: { text, badgeText, label: link.children } };
}

/** Whether an item is the announcement banner or its texts in a language. */
export function isBannerItem(key: string): boolean {
  const address = parseItemKey(key);
  return address?.kind === "banner" || (address?.kind === "copy" && address.id === BANNER_COPY);
}
