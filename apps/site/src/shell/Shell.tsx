import { type Locale, pageIdOf, SEGMENT_ROOT_ATTRIBUTE, type SitemapEntry } from "@marquee/contract";
import { OwnHosts, SkipLink } from "@marquee/ui";
import { type ReactNode, useMemo } from "react";
import type { ShellCopy } from "../app/copy.ts";
import { useSite } from "../app/siteContext.tsx";
import { FlagMarker } from "../notices/FlagMarker.tsx";
import { Loader } from "../notices/Loader.tsx";
import { MobileNotice } from "../notices/MobileNotice.tsx";
import { OverlayHost } from "../overlays/OverlayHost.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { ownHostsOf } from "./ownHosts.ts";
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
 * What stands around every page. Each page has a main element of its own: where the banner comes or goes with the page, what is below it is
 * new and has not shifted.
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
