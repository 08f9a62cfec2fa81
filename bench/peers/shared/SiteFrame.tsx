import { DEFAULT_FLAGS, pageIdOf, type SiteSettings } from "@marquee/contract";
import { CATALOG } from "@marquee/contract/testing/catalog";
import { type ReactNode, useMemo } from "react";
import { createCopyStore } from "../../../apps/site/src/copy/copy.ts";
import { Shell } from "../../../apps/site/src/shell/Shell.tsx";
import { MeasureProvider } from "../../../apps/site/src/site/measureContext.tsx";
import { NOOP_MEASURE } from "../../../apps/site/src/site/silentMeasure.ts";
import { type Site, SiteContext } from "../../../apps/site/src/site/siteContext.tsx";
import samplesCopy from "../../../content/copy/en/samples.json";
import shellCopy from "../../../content/copy/en/shell.json";
import type { PeerPath } from "./paths.ts";

/** Texts that a page may need later, such as those of an overlay. */
const copy = createCopyStore(async (name) =>
  name === "samples" ? samplesCopy : (await import(`../../../content/copy/en/${name}.json`)).default,
);
// The sample interfaces render with their texts immediately.
await copy.load("samples", "en");

/** Our server's settings for an unknown visitor, with the flags' default values. */
const SETTINGS: SiteSettings = {
  publicUrl: "http://127.0.0.1",
  writeKey: "local",
  cookieDomain: null,
  bannerCookie: "banner",
  redirectOrigins: [],
  flags: DEFAULT_FLAGS,
  assignments: [],
  clientKey: "",
  redirects: [],
  isForEveryone: true,
  areFlagsPerPage: false,
  isBannerHidden: false,
  audience: "visitor",
  isPrivacyRestricted: true,
  consentDefault: "ask",
  consentProvider: { name: "own" },
  loginUrl: null,
  demoUrl: null,
  tools: null,
  recipients: [],
  retentionDays: null,
  recordedDays: null,
  leadDays: null,
  receiptDays: null,
};

interface SiteFrameProps {
  path: PeerPath;
  children: ReactNode;
}

/** Header, footer and overlays around a page, as in our `App`, but with the framework's own routing and without measurement. */
export function SiteFrame({ path, children }: SiteFrameProps) {
  return (
    <SiteProviders path={path}>
      <Shell copy={shellCopy}>{children}</Shell>
    </SiteProviders>
  );
}

/** The contexts that our components read. */
export function SiteProviders({ path, children }: SiteFrameProps) {
  const site = useMemo(() => siteAt(path), [path]);
  return (
    <SiteContext value={site}>
      <MeasureProvider value={NOOP_MEASURE}>{children}</MeasureProvider>
    </SiteContext>
  );
}

function siteAt(path: PeerPath): Site {
  const { flags, assignments } = SETTINGS;
  return {
    locale: "en",
    path,
    pageId: pageIdOf(path),
    flags,
    assignments,
    settings: SETTINGS,
    isWhole: true,
    copy,
    catalog: CATALOG,
    images: {},
  };
}
