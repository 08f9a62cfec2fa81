import { DEFAULT_FLAGS, MOBILE_BANNER, SITE_BANNER_FLAG, type SiteBannerConfig } from "@marquee/contract";

/**
 * Where an experiment on the site banner shows. `pages` are the path patterns of all visible variations; patterns that all of them
 * exclude start with an exclamation mark. Variations without text or a link are not visible. `sections` has `MOBILE_BANNER` if any
 * visible variation shows on mobile.
 */
export function bannerPages(banners: readonly SiteBannerConfig[]): Record<"pages" | "sections", string[]> {
  const visibleBanners = banners.filter(hasContent);
  const excluded = (visibleBanners[0]?.excludedPaths ?? []).filter((pattern) =>
    visibleBanners.every(({ excludedPaths }) => excludedPaths.includes(pattern)),
  );
  const pages = new Set([
    ...visibleBanners.flatMap(({ paths }) => paths),
    ...excluded.map((pattern) => `!${pattern}`),
  ]);
  return {
    pages: [...pages],
    sections: visibleBanners.some(({ showOnMobile }) => showOnMobile) ? [MOBILE_BANNER] : [],
  };
}

function hasContent({ text, link }: SiteBannerConfig): boolean {
  return [text, link.href, link.children].every((part) => part.trim());
}

/** Whether visitors see a banner on some page. */
export function isVisibleBanner(config: SiteBannerConfig): boolean {
  return config.paths.length > 0 && hasContent(config);
}

/** Banner settings from a flag's value, with missing settings filled in from the site's defaults. */
export function applyBannerDefaults(value: unknown): SiteBannerConfig {
  const defaults = DEFAULT_FLAGS[SITE_BANNER_FLAG];
  const banner = (value ?? {}) as Partial<SiteBannerConfig>;
  return { ...defaults, ...banner, link: { ...defaults.link, ...banner.link } };
}
