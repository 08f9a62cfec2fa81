import type { SiteSettings } from "@marquee/contract";
import type { Measure } from "@marquee/measure";
import { Fragment, useEffect, useMemo, useRef, useState } from "react";
import { Router, useLocation } from "wouter";
import { Shell } from "../shell/Shell.tsx";
import type { ShellCopy } from "./copy.ts";
import { useOverriddenFlags } from "./flagOverrides.ts";
import { applyHead } from "./head.ts";
import { prefetchNearLinks, startLinkNavigation } from "./linkNavigation.ts";
import { loadPage } from "./loadPage.tsx";
import { MeasureProvider } from "./measureContext.tsx";
import type { LoadedPage } from "./page.types.ts";
import { restoreScroll, trackScroll } from "./scrollMemory.ts";
import { SiteContext } from "./siteContext.tsx";

interface AppProps {
  initial: LoadedPage;
  shellCopy: ShellCopy;
  settings: SiteSettings;
  measure: Measure;
}

/** An experiment leads elsewhere this long after its page was asked for, in milliseconds (specification, section 9). */
const REDIRECT_DELAY = 100;

/** The whole site below `#root`, the same on the server (which fixes the path) and in the browser. */
export function App(props: AppProps) {
  return (
    <Router ssrPath={props.initial.path}>
      <CurrentPage {...props} />
    </Router>
  );
}

/** Keeps the page that is shown until the next one's code and copy are here, so that nothing flashes between. */
function CurrentPage({ initial, shellCopy, settings, measure }: AppProps) {
  const [location, navigate] = useLocation();
  const [shown, setShown] = useState(initial);
  const painted = useRef(initial.path);

  useEffect(() => trackScroll(), []);
  useEffect(() => startLinkNavigation(navigate), [navigate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every shown page brings links of its own.
  useEffect(() => prefetchNearLinks(), [shown]);

  useEffect(() => {
    if (location === shown.path) return;
    const elsewhere = settings.redirects.find(({ from }) => from === location);
    if (elsewhere) {
      const { search, hash } = window.location;
      // The page that is shown stays until then; nothing is hidden meanwhile.
      const timer = setTimeout(
        () => navigate(elsewhere.to + search + hash, { replace: true }),
        REDIRECT_DELAY,
      );
      return () => clearTimeout(timer);
    }
    let isStale = false;
    loadPage(location, settings.flags).then(
      (page) => {
        if (isStale) return;
        if (page && page.locale === shown.locale) setShown(page);
        else window.location.reload();
      },
      // Code or copy did not arrive (a new release, or no network): the document itself is the fallback.
      () => !isStale && window.location.reload(),
    );
    return () => {
      isStale = true;
    };
  }, [location, shown, settings, navigate]);

  useEffect(() => {
    if (painted.current === shown.path) return;
    painted.current = shown.path;
    applyHead(shown, settings.publicUrl);
    restoreScroll();
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    requestAnimationFrame(() => measure.routeChanged());
  }, [shown, settings, measure]);

  const { locale, path, alternates, body } = shown;
  const flags = useOverriddenFlags(settings.flags);
  const site = useMemo(() => ({ locale, path, flags, settings }), [locale, path, flags, settings]);
  return (
    <SiteContext value={site}>
      <MeasureProvider value={measure}>
        <Shell copy={shellCopy} locale={locale} path={path} alternates={alternates}>
          <Fragment key={path}>{body}</Fragment>
        </Shell>
      </MeasureProvider>
    </SiteContext>
  );
}
