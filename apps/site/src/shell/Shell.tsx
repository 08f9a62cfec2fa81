import { isLandingPath, SEGMENT_ROOT_ATTRIBUTE, type SitemapEntry } from "@marquee/contract";
import { OwnHosts, SkipLink } from "@marquee/ui";
import clsx from "clsx";
import { type ReactNode, useDeferredValue, useMemo } from "react";
import * as brand from "../../../../content/brand.json";
import { TestIds } from "../blocks/PageText.tsx";
import type { ShellCopy } from "../copy/copy.ts";
import { FlagMarker } from "../flags/flagOverrides.tsx";
import { OverlayHost } from "../overlays/OverlayHost.tsx";
import { useSite } from "../site/siteContext.tsx";
import { Footer } from "./Footer.tsx";
import { Header } from "./Header.tsx";
import { loginHref } from "./links.ts";
import { MobileNotice } from "./MobileNotice.tsx";
import { SiteBanner } from "./SiteBanner.tsx";

interface ShellProps {
  copy: ShellCopy;
  /** Translations of a page that an editor wrote; those of other pages come from `PAGES`. */
  alternates?: SitemapEntry["alternates"] | undefined;
  children: ReactNode;
}

/**
 * The frame around every page. Each page gets a new main element: if the banner appears or disappears with a page,
 * the content below it is new and does not count as a layout shift.
 */
export function Shell({ copy, alternates, children }: ShellProps) {
  const site = useSite();
  const { locale, path, pageId, settings } = site;
  const { publicUrl, audience, loginUrl } = settings;
  const hosts = useMemo(() => ownHostsOf(publicUrl), [publicUrl]);
  // The page has priority: links to it are marked once it is rendered.
  const marked = useDeferredValue(site);
  const markedAlternates = useDeferredValue(alternates);
  return (
    <OwnHosts value={hosts}>
      <SkipLink target="main" label={copy.nav.skip} />
      <TestIds path={marked.path} pageId={marked.pageId} part="header">
        <SiteBanner copy={copy.banner} />
        <Header
          copy={copy}
          locale={locale}
          path={marked.path}
          audience={audience}
          loginUrl={loginHref(copy, locale, { audience, url: loginUrl ?? brand.loginUrl })}
        />
      </TestIds>
      <main
        key={path}
        id="main"
        tabIndex={-1}
        {...{ [SEGMENT_ROOT_ATTRIBUTE]: pageId }}
        className="trellis min-h-[60vh] overflow-x-clip"
      >
        {children}
      </main>
      <TestIds path={marked.path} pageId={marked.pageId} part="footer">
        <Footer copy={copy} locale={locale} path={marked.path} alternates={markedAlternates} />
        <MobileNotice />
      </TestIds>
      <Loader key={`loader ${path}`} path={path} />
      <FlagMarker />
      <OverlayHost />
    </OwnHosts>
  );
}

/** Hosts whose links open in the same tab: this site's host and the brand's hosts. */
function ownHostsOf(publicUrl: string): readonly string[] {
  return [new URL(publicUrl).host, ...brand.hosts];
}

/** The loader's transitions: it grows, then fades. It takes 2000 ms, on landing paths 1000 ms (specification, section 2). */
const LOADER_MOVES = {
  default: "[transition-delay:0ms,1600ms] [transition-duration:1600ms,400ms]",
  landing: "[transition-delay:0ms,700ms] [transition-duration:700ms,300ms]",
};

/**
 * The loader overlay: a line that grows along the top edge, over the rendered page. It is animated with CSS only, so it does not wait for
 * scripts and does not delay first paint, the largest paint or input. Screen readers skip it. It does not show in browsers without
 * `@starting-style` or with reduced motion. Until the next page is ready, it stays over the previous one (`showWaiting`, `styles.css`).
 */
function Loader({ path }: { path: string }) {
  return (
    <div
      aria-hidden="true"
      data-loader=""
      className={clsx(
        "pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] origin-left bg-accent opacity-0",
        "scale-x-100 transition-[scale,opacity] starting:scale-x-0 starting:opacity-100",
        isLandingPath(path) ? LOADER_MOVES.landing : LOADER_MOVES.default,
      )}
    />
  );
}
