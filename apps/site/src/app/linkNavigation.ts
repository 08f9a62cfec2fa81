import { localeOfPath } from "@marquee/contract";
import { isPlainClick } from "../browser/navigation.ts";
import { matchPage } from "../site/pages.ts";
import { loadParts } from "./loadPage.tsx";

/** Links are prefetched when they come this near to the viewport (specification, section 9). */
const PREFETCH_MARGIN = "200px";

/**
 * Makes ordinary links change page without a reload. Links stay plain anchors wherever they come from, a component or a text, and work
 * before this has started. Another language is another document, so such a link stays an ordinary one.
 * @returns the cleanup.
 */
export function startLinkNavigation(navigate: (href: string) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.defaultPrevented || !isPlainClick(event) || !isClientRoute(link)) return;
    event.preventDefault();
    navigate(link.pathname + link.search + link.hash);
  };
  document.addEventListener("click", onClick);
  return () => document.removeEventListener("click", onClick);
}

/** Fetches the pages behind links of this document ahead, each when its link comes near. @returns the cleanup. */
export function prefetchNearLinks(): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLAnchorElement)) continue;
        observer.unobserve(target);
        // A failed prefetch costs nothing: following the link tries again and reports.
        loadParts(target.pathname).catch(() => undefined);
      }
    },
    { rootMargin: PREFETCH_MARGIN },
  );
  for (const link of document.querySelectorAll("a")) if (isClientRoute(link)) observer.observe(link);
  return () => observer.disconnect();
}

/** A page of this site in this language, other than the current one, meant for this window. */
function isClientRoute(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.pathname === location.pathname) return false;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return false;
  return matchPage(link.pathname) !== null && localeOfPath(link.pathname) === localeOfPath(location.pathname);
}
