import { DEFAULT_FLAGS, DEFAULT_LOCALE, type SiteSettings } from "@marquee/contract";
import type { Site } from "../siteContext.tsx";

const SETTINGS: SiteSettings = {
  publicUrl: "https://trellis.example",
  writeKey: "key",
  clientKey: "sdk-test",
  cookieDomain: null,
  bannerCookie: "cuPageBanner",
  redirectOrigins: [],
  isPrivacyRestricted: true,
  isForEveryone: true,
  isPreview: false,
  isBannerHidden: false,
  consentDefault: "ask",
  consentProvider: { name: "own" },
  gtagId: null,
  audience: "visitor",
  flags: DEFAULT_FLAGS,
  assignments: [],
  redirects: [],
};

interface Given extends Partial<Omit<Site, "path" | "settings">> {
  settings?: Partial<SiteSettings>;
}

/** Site data of the page at `path`, for tests. Defaults: English, default flags, no experiments. */
export function testSite(path: string, given: Given = {}): Site {
  const { locale = DEFAULT_LOCALE, flags = DEFAULT_FLAGS, assignments = [] } = given;
  const settings = { ...SETTINGS, flags, ...given.settings };
  return { locale, path, flags, assignments, settings };
}
