import { linkTarget } from "../site/links.ts";
import { matchesPath } from "../site/paths.ts";
import type { SiteBannerConfig } from "./flags.ts";

/** The banner as a page shows it: its configuration without the rules of where it shows, texts trimmed. */
export interface ShownBanner extends Omit<SiteBannerConfig, "paths" | "excludedPaths" | "link"> {
  /** A path, a fragment, or an http(s), `mailto:` or `tel:` address. */
  href: string;
  /** The link's label. */
  label: string;
}

const LINK_SCHEME_PATTERN = /^(?:https?|mailto|tel):/i;

function isLinkable(href: string): boolean {
  const target = linkTarget(href, []);
  return target === "route" || target === "fragment" || LINK_SCHEME_PATTERN.test(href);
}

/**
 * The site banner on a page (specification, sections 2, 4 and 5), or null when it does not show there: the path
 * is not in `paths` or is in `excludedPaths`, or text, link address or link label is missing, or the address is
 * none that a visitor may be sent to. Whether the visitor has dismissed it is not decided here.
 * @param path the page's path; a query string is ignored.
 */
export function bannerFor(config: SiteBannerConfig, path: string): ShownBanner | null {
  const { paths, excludedPaths, link, ...looks } = config;
  const matches = (pattern: string) => matchesPath(pattern, path);
  if (!paths.some(matches) || excludedPaths.some(matches)) return null;
  const [text, href, label] = [config.text.trim(), link.href.trim(), link.children.trim()];
  if (text === "" || label === "" || !isLinkable(href)) return null;
  return { ...looks, text, badgeText: config.badgeText.trim(), href, label };
}

/** Stands among the sections of an experiment on the banner when a phone shows any variation of it. */
export const MOBILE_BANNER = "mobile";

/**
 * Whether any variation of an experiment on the banner shows on a page.
 * @param patterns as {@link matchesPath} takes them; an exclamation mark before one takes its paths out.
 */
export function isBannerPath(patterns: readonly string[], path: string): boolean {
  const isExcluded = patterns.some((pattern) => pattern[0] === "!" && matchesPath(pattern.slice(1), path));
  return !isExcluded && patterns.some((pattern) => matchesPath(pattern, path));
}
