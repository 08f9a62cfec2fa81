import type { ContentChanges } from "../content/contentChanges.ts";

/** Flags that are on or off: the specification's (section 3), and further ones. All are off unless the site's owner changes them. */
export const BOOLEAN_FLAGS = [
  "example-flag-for-testing",
  "new-card-ui-CLK-123",
  "pricing-quiz-banner-is-active",
  "contact-sales-landing-page",
  "brain-headline-stop-searching",
] as const;
export type BooleanFlag = (typeof BOOLEAN_FLAGS)[number];

/** Name of the flag whose value is the site-wide banner. */
export const SITE_BANNER_FLAG = "global-site-banner";

/** The site-wide banner (specification, section 3). */
export interface SiteBannerConfig {
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
}

/** The flag values for one visitor. `content.<page>` holds what changes of a page, if anything. */
export type FlagValues = Record<BooleanFlag, boolean> & { [SITE_BANNER_FLAG]: SiteBannerConfig } & {
  [flag: `content.${string}`]: ContentChanges | undefined;
};

/** Default values. */
export const DEFAULT_FLAGS: FlagValues = {
  "example-flag-for-testing": false,
  "new-card-ui-CLK-123": false,
  "pricing-quiz-banner-is-active": false,
  "contact-sales-landing-page": false,
  "brain-headline-stop-searching": false,
  [SITE_BANNER_FLAG]: {
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
  },
};
