import { DEFAULT_FLAGS, MOBILE_BANNER, SITE_BANNER_FLAG, type SiteBannerConfig } from "@marquee/contract";

/**
 * Where an experiment on the site banner shows: on the paths of all variations together, without those that each of them excludes
 * (an exclamation mark before the pattern). A variation without a text, or a link to follow, shows nowhere.
 */
export function bannerPages(banners: readonly SiteBannerConfig[]): Record<"pages" | "sections", string[]> {
  const shown = banners.filter(({ text, link }) =>
    [text, link.href, link.children].every((part) => part.trim()),
  );
  const excluded = (shown[0]?.excludedPaths ?? []).filter((pattern) =>
    shown.every(({ excludedPaths }) => excludedPaths.includes(pattern)),
  );
  const pages = new Set([
    ...shown.flatMap(({ paths }) => paths),
    ...excluded.map((pattern) => `!${pattern}`),
  ]);
  return {
    pages: [...pages],
    sections: shown.some(({ showOnMobile }) => showOnMobile) ? [MOBILE_BANNER] : [],
  };
}

/** Banner settings from a flag; the rest are the defaults of the site's code. */
export function applyBannerDefaults(value: unknown): SiteBannerConfig {
  const defaults = DEFAULT_FLAGS[SITE_BANNER_FLAG];
  const banner = (value ?? {}) as Partial<SiteBannerConfig>;
  return { ...defaults, ...banner, link: { ...defaults.link, ...banner.link } };
}
