import { type Locale, pageIdOf, SEGMENT_ROOT_ATTRIBUTE, type SitemapEntry } from "@marquee/contract";
import { OwnHosts, SkipLink } from "@marquee/ui";
import { type ReactNode, useMemo } from "react";
import brand from "../../../../content/brand.json";
import type { ShellCopy } from "../copy/copy.ts";
import { FlagMarker } from "../flags/flagOverrides.tsx";
import { OverlayHost } from "../overlays/OverlayHost.tsx";
import { useSite } from "../site/siteContext.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { Loader } from "./Loader.tsx";
import { MobileNotice } from "./MobileNotice.tsx";
import { SiteBanner } from "./SiteBanner.tsx";

interface ShellProps {
  copy: ShellCopy;
  locale: Locale;
  /** Where the visitor is; marks the link that leads here. */
  path: string;
  /** The page's translations, where the table of pages does not know them. */
  alternates?: SitemapEntry["alternates"] | undefined;
  children: ReactNode;
}

/**
 * The frame around every page. Each page has its own main element: if the banner comes or goes with the page,
 * the content below is new and does not count as a layout shift.
 */
export function Shell({ copy, locale, path, alternates, children }: ShellProps) {
  const { publicUrl, audience } = useSite().settings;
  const hosts = useMemo(() => ownHostsOf(publicUrl), [publicUrl]);
  return (
    <OwnHosts value={hosts}>
      <SkipLink target="main" label={copy.nav.skip} />
      <SiteBanner copy={copy.banner} />
      <Header copy={copy} locale={locale} path={path} audience={audience} />
      <main
        key={path}
        id="main"
        tabIndex={-1}
        {...{ [SEGMENT_ROOT_ATTRIBUTE]: pageIdOf(path) }}
        className="trellis min-h-[60vh] overflow-x-clip"
      >
        {children}
      </main>
      <Footer copy={copy} locale={locale} path={path} alternates={alternates} />
      <Loader key={`loader ${path}`} duration={1000} />
      <FlagMarker />
      <MobileNotice />
      <OverlayHost />
    </OwnHosts>
  );
}

/** Hosts whose links stay in the same tab: the one this site runs under, and the brand's own. */
function ownHostsOf(publicUrl: string): readonly string[] {
  return [new URL(publicUrl).host, ...brand.hosts];
}
