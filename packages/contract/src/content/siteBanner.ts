import { linkTarget } from "../kernel/links.ts";
import { matchesPath } from "../kernel/paths.ts";

/** The site-wide banner (specification, section 3). */
export type SiteBannerConfig = {
  /** Pages that show the banner: a path, a prefix ending in `*`, or `*` alone for every page. */
  paths: string[];
  /** Excluded paths take precedence over `paths`. */
  excludedPaths: string[];
  text: string;
  /** A short label before the text; empty for none. */
  badgeText: string;
  /** `children` is the link's text. */
  link: { href: string; children: string };
  /** Names of icons from the site's icon set; empty for none. */
  iconStart: string;
  iconEnd: string;
  showOnMobile: boolean;
  isDarkMode: boolean;
  isHighContrast: boolean;
  /** The whole banner is the link. */
  fullyClickableUrl: boolean;
};

/** The banner of a site that has none. */
export const NO_SITE_BANNER: SiteBannerConfig = {
  paths: [],
  excludedPaths: [],
  text: "",
  badgeText: "",
  link: { href: "", children: "Find out more" },
  iconStart: "",
  iconEnd: "",
  showOnMobile: false,
  isDarkMode: false,
  isHighContrast: false,
  fullyClickableUrl: false,
};

/** The banner as shown on a page: its configuration without the path rules, with trimmed texts. */
export interface ShownBanner extends Omit<SiteBannerConfig, "paths" | "excludedPaths" | "link"> {
  /** A path, a fragment, or an http(s), `mailto:` or `tel:` URL. */
  href: string;
  /** The link's text. */
  label: string;
}

const LINK_SCHEME_PATTERN = /^(?:https?|mailto|tel):/i;

function isLinkable(href: string): boolean {
  const target = linkTarget(href, []);
  return target === "route" || target === "fragment" || LINK_SCHEME_PATTERN.test(href);
}

/**
 * The site banner for a page (specification, sections 2, 4 and 5). Ignores whether the visitor has dismissed the banner.
 * @param path the page's path; a query string is ignored.
 * @returns null if the banner does not show there: the path is not in `paths` or is in `excludedPaths`; text, link URL
 * or link text is missing; or the URL is not an allowed link target.
 */
export function bannerFor(config: SiteBannerConfig, path: string): ShownBanner | null {
  const { paths, excludedPaths, link, ...looks } = config;
  const matches = (pattern: string) => matchesPath(pattern, path);
  if (!paths.some(matches) || excludedPaths.some(matches)) return null;
  const [text, href, label] = [config.text.trim(), link.href.trim(), link.children.trim()];
  if (text === "" || label === "" || !isLinkable(href)) return null;
  return { ...looks, text, badgeText: config.badgeText.trim(), href, label };
}

/** Listed in the `sections` of a banner experiment if any variation shows on phones. */
export const MOBILE_BANNER = "mobile";

/**
 * Whether any variation of a banner experiment shows on a page.
 * @param patterns as for {@link matchesPath}. A leading exclamation mark excludes the paths that match.
 */
export function isBannerPath(patterns: readonly string[], path: string): boolean {
  const isExcluded = patterns.some((pattern) => pattern[0] === "!" && matchesPath(pattern.slice(1), path));
  return !isExcluded && patterns.some((pattern) => matchesPath(pattern, path));
}
