import type { SiteBannerConfig } from "@marquee/contract";
import type { BannerProblems } from "./bannerProblems.ts";

/** What each part of the banner's form works on. */
export interface BannerFieldsProps {
  config: SiteBannerConfig;
  onChange: (change: Partial<SiteBannerConfig>) => void;
}

/** Validated fields: errors that block submission, and which of them are shown. */
export interface CheckedFieldsProps extends BannerFieldsProps {
  problems: BannerProblems;
  shown: BannerProblems;
}
