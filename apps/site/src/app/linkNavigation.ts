import { localeOfPath } from "@marquee/contract";
import { isPlainClick } from "../browser/navigation.ts";
import { matchPage } from "../site/pages.ts";
import type { Pages } from "./loadPage.tsx";

/** Links this close to the viewport are prefetched (specification, section 9). */
const PREFETCH_MARGIN = "200px";
/** Milliseconds. Without the delay, code of other pages would run just as the visitor starts to use this one. */
const PREFETCH_DELAY = 2000;
const INTENTS = ["pointerover", "focusin"];

/**
 * Makes links within the site navigate without a reload. Links stay plain anchors, whether a component or a text renders them, and work
 * before this starts. A link to another language loads a new document, because each language has its own.
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

/**
 * Prefetches the pages behind this document's links: immediately when a link is hovered or focused, and after `PREFETCH_DELAY` for all links
 * near the viewport that are not in a dialog.
 * @returns the cleanup.
 */
export function prefetchLinks(pages: Pages): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        prefetch(pages, target);
      }
    },
    { rootMargin: PREFETCH_MARGIN },
  );
  const rested = setTimeout(() => {
    // Every page shows the consent dialog at first, and hardly anybody follows its link.
    for (const link of document.links) if (!link.closest("[role=dialog]")) observer.observe(link);
  }, PREFETCH_DELAY);
  const onIntent = ({ target }: Event) => prefetch(pages, target);
  for (const type of INTENTS) document.addEventListener(type, onIntent, { passive: true });
  return () => {
    clearTimeout(rested);
    observer.disconnect();
    for (const type of INTENTS) document.removeEventListener(type, onIntent);
  };
}

function prefetch(pages: Pages, target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest("a") : null;
  // Ignore a failed prefetch: following the link tries again and handles the error.
  // A link with an overlay opens that instead of its page.
  if (link && !link.dataset.overlay && isClientRoute(link))
    pages.prefetch(link.pathname).catch(() => undefined);
}

/** Whether the link leads to another page of this site in the same language and opens in this window. */
function isClientRoute(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.pathname === location.pathname) return false;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return false;
  return matchPage(link.pathname) !== null && localeOfPath(link.pathname) === localeOfPath(location.pathname);
}
