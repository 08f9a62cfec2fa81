import type { ContentChanges } from "../content/contentChanges.ts";
import { NO_SITE_BANNER, type SiteBannerConfig } from "../content/siteBanner.ts";

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

/** The flag values for one visitor. `content.<page>` contains the changes of a page, if any. */
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
  [SITE_BANNER_FLAG]: NO_SITE_BANNER,
};
