import { ASSIGNMENTS_EVENT, pageIdOf, type SiteSettings } from "@marquee/contract";
import type { Measure } from "@marquee/measure";
import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Router, useLocation } from "wouter";
import { whenPageIsComplete } from "../blocks/deferBelowFold.tsx";
import { NEXT_PAGE_EVENT } from "../browser/navigation.ts";
import { showWaiting } from "../browser/showWaiting.ts";
import type { CopyStore, Start } from "../copy/copy.ts";
import type { Answers } from "../flags/answers.ts";
import { useOverriddenFlags } from "../flags/flagOverrides.tsx";
import { type NextFlagValues, startNextFlagValues } from "../flags/nextFlagValues.ts";
import { applyHead } from "../head/head.ts";
import { Shell } from "../shell/Shell.tsx";
import { startClickedLocation } from "../site/clickedLocation.ts";
import { MeasureProvider } from "../site/measureContext.tsx";
import type { LoadedPage } from "../site/page.types.ts";
import { SiteContext } from "../site/siteContext.tsx";
import { prefetchLinks, startLinkNavigation } from "./linkNavigation.ts";
import { findPage, NOT_FOUND, type Pages } from "./loadPage.tsx";
import { restoreScroll, willScrollDown } from "./scrollMemory.ts";

interface AppProps {
  initial: LoadedPage;
  /** The other pages of the site. */
  pages: Pages;
  copy: CopyStore;
  start: Start;
  settings: SiteSettings;
  measure: Measure;
}

/** The whole site below `#root`. The server renders the same tree as the browser, with a fixed path. */
export function App(props: AppProps) {
  return (
    <Router ssrPath={props.initial.path}>
      <CurrentPage {...props} />
    </Router>
  );
}

/** Keeps the current page on screen until the next one's code and copy have loaded, so that no blank state flashes in between. */
function CurrentPage({ initial, pages, copy, start, settings, measure }: AppProps) {
  const [location, navigate] = useLocation();
  const [{ page: currentPage, answers: currentAnswers, isWhole }, setShown] = useState({
    page: initial,
    answers: settings as Answers,
    isWhole: true,
  });
  const { assignments } = currentAnswers;
  const painted = useRef(initial.path);
  const next = useRef<NextFlagValues>(null);

  useEffect(() => startLinkNavigation(navigate), [navigate]);
  useEffect(() => startClickedLocation(measure), [measure]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page has its own links.
  useEffect(() => prefetchLinks(pages), [pages, currentPage]);
  useEffect(() => {
    next.current = startNextFlagValues(settings, measure);
    return next.current.stop;
  }, [settings, measure]);

  useEffect(() => {
    if (location === currentPage.path) return;
    let isStale = false;
    const stopWaiting = showWaiting();
    const showPage = async () => {
      const answers = await next.current?.settled();
      if (isStale) return;
      const { page, elsewhere } = answers ? await findPage(pages, location, answers) : NOT_FOUND;
      if (isStale) return;
      if (elsewhere) navigate(elsewhere + window.location.search + window.location.hash, { replace: true });
      else if (answers && page && page.locale === currentPage.locale) {
        // Before the page renders, because its own loader would not move.
        stopWaiting();
        setShown({ page, answers, isWhole: willScrollDown() });
      } else window.location.reload();
    };
    // Code or copy failed to load (a new release, or no network): fall back to loading the document.
    showPage().catch(() => !isStale && window.location.reload());
    return () => {
      isStale = true;
      stopWaiting();
    };
  }, [location, currentPage, pages, navigate]);

  useLayoutEffect(() => {
    if (painted.current !== currentPage.path) document.dispatchEvent(new Event(NEXT_PAGE_EVENT));
  }, [currentPage]);
  useEffect(() => {
    if (painted.current === currentPage.path) return;
    painted.current = currentPage.path;
    restoreScroll();
    document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
    document.dispatchEvent(new CustomEvent(ASSIGNMENTS_EVENT, { detail: assignments }));
    // If the visitor has already followed another link, they did not see this page.
    const isStill = () => window.location.pathname === currentPage.path;
    if (isStill()) {
      // Together, because a page call describes its page by the head: a pending one for the page before must find its own.
      applyHead(currentPage, settings.publicUrl);
      measure.routeChanged();
    }
    // Sections are looked up once all of them are painted.
    return whenPageIsComplete(() => requestAnimationFrame(() => isStill() && measure.pageComplete()));
  }, [currentPage, assignments, settings, measure]);

  const { locale, path, pageId = pageIdOf(path), alternates, body } = currentPage;
  const { shell, catalog, images } = start;
  const flags = useOverriddenFlags(currentAnswers.flags);
  const site = useMemo(
    () => ({ locale, path, pageId, flags, assignments, settings, isWhole, copy, catalog, images }),
    [locale, path, pageId, flags, assignments, settings, isWhole, copy, catalog, images],
  );
  return (
    <SiteContext value={site}>
      <MeasureProvider value={measure}>
        <Shell copy={shell} alternates={alternates}>
          <Fragment key={path}>{body}</Fragment>
        </Shell>
      </MeasureProvider>
    </SiteContext>
  );
}
