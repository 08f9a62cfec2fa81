import type { ContentPatch } from "../experiments/experimentDefinition.ts";

/** Flags that are on or off (specification, section 3). All are off unless the site's owner says otherwise. */
export const BOOLEAN_FLAGS = [
  "example-flag-for-testing",
  "new-card-ui-CLK-123",
  "pricing-quiz-banner-is-active",
  "contact-sales-landing-page",
] as const;
export type BooleanFlag = (typeof BOOLEAN_FLAGS)[number];

/** Name of the flag whose value is the site-wide banner. */
export const SITE_BANNER_FLAG = "global-site-banner";

/** The site-wide banner (specification, section 3). */
export interface SiteBannerConfig {
  /** Where it shows: a path, a prefix ending in a star, or a single star. */
  paths: string[];
  /** Excluded paths take precedence over `paths`. */
  excludedPaths: string[];
  text: string;
  /** A short label before the text; empty shows none. */
  badgeText: string;
  /** `children` is the link's label. */
  link: { href: string; children: string };
  /** Name of an icon of the site's set; empty shows none. */
  iconStart: string;
  iconEnd: string;
  showOnMobile: boolean;
  isDarkMode: boolean;
  isHighContrast: boolean;
  /** The whole banner is the link. */
  fullyClickableUrl: boolean;
}

/** The answer of every flag for one visitor; other texts for a page where there are any. */
export type FlagValues = Record<BooleanFlag, boolean> & { [SITE_BANNER_FLAG]: SiteBannerConfig } & {
  [flag: `content.${string}`]: ContentPatch | undefined;
};

/** Default values. */
export const DEFAULT_FLAGS: FlagValues = {
  "example-flag-for-testing": false,
  "new-card-ui-CLK-123": false,
  "pricing-quiz-banner-is-active": false,
  "contact-sales-landing-page": false,
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
