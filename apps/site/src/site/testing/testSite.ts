import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_FLAGS, DEFAULT_LOCALE, pageIdOf, type SiteSettings } from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import { createCopyStore } from "../../copy/copy.ts";
import type { Site } from "../siteContext.tsx";

const SETTINGS: SiteSettings = {
  publicUrl: "https://trellis.example",
  writeKey: "key",
  clientKey: "sdk-test",
  cookieDomain: null,
  bannerCookie: "cuPageBanner",
  retentionDays: 760,
  recordedDays: 30,
  leadDays: null,
  receiptDays: null,
  redirectOrigins: [],
  demoUrl: null,
  isPrivacyRestricted: true,
  isForEveryone: true,
  areFlagsPerPage: false,
  isBannerHidden: false,
  consentDefault: "ask",
  consentProvider: { name: "own" },
  loginUrl: null,
  tools: null,
  recipients: [],
  audience: "visitor",
  flags: DEFAULT_FLAGS,
  assignments: [],
  redirects: [],
};

const COPY_DIR = join(import.meta.dirname, "../../../../../content/copy");

/** The texts in `content/copy`. */
export const testCopy = createCopyStore(async (name, locale) =>
  JSON.parse(readFileSync(join(COPY_DIR, locale, `${name}.json`), "utf8")),
);

interface SiteOverrides extends Partial<Omit<Site, "path" | "settings">> {
  settings?: Partial<SiteSettings>;
}

/** Site data of the page at `path`, for tests. Defaults: English, default flags, no experiments. */
export function testSite(path: string, overrides: SiteOverrides = {}): Site {
  const { locale = DEFAULT_LOCALE, flags = DEFAULT_FLAGS, assignments = [] } = overrides;
  const settings = { ...SETTINGS, flags, ...overrides.settings };
  const { images = {} } = overrides;
  return {
    locale,
    path,
    pageId: pageIdOf(path),
    flags,
    assignments,
    settings,
    isWhole: true,
    copy: testCopy,
    catalog: CATALOG,
    images,
  };
}
