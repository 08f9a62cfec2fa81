import type { SiteBannerConfig } from "@marquee/contract";
import type { BannerProblems } from "./bannerProblems.ts";

/** What each part of the banner's form works on. */
export interface BannerFieldsProps {
  config: SiteBannerConfig;
  onChange: (change: Partial<SiteBannerConfig>) => void;
}

/** Parts that may be wrong: what keeps the form from being sent, and what of it is told already. */
export interface CheckedFieldsProps extends BannerFieldsProps {
  problems: BannerProblems;
  shown: BannerProblems;
}
