import { localeOfPath } from "@marquee/contract";
import { isPlainClick } from "../browser/navigation.ts";
import { matchPage } from "../site/pages.ts";
import { loadParts } from "./loadPage.tsx";

/** Links are prefetched when they come this near to the viewport (specification, section 9). */
const PREFETCH_MARGIN = "200px";
/** Milliseconds. Code of other pages would otherwise run just when the visitor begins to use this one. */
const PREFETCH_DELAY = 2000;
const INTENTS = ["pointerover", "focusin"];

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

/**
 * Fetches the pages behind this document's links before they are followed: at once when a link is pointed at or focused, and once the page
 * has rested, those of all links near the viewport. @returns the cleanup.
 */
export function prefetchLinks(): () => void {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        prefetch(target);
      }
    },
    { rootMargin: PREFETCH_MARGIN },
  );
  const rested = setTimeout(() => {
    for (const link of document.links) observer.observe(link);
  }, PREFETCH_DELAY);
  const onIntent = ({ target }: Event) => prefetch(target);
  for (const type of INTENTS) document.addEventListener(type, onIntent, { passive: true });
  return () => {
    clearTimeout(rested);
    observer.disconnect();
    for (const type of INTENTS) document.removeEventListener(type, onIntent);
  };
}

function prefetch(target: EventTarget | null): void {
  const link = target instanceof Element ? target.closest("a") : null;
  // A failed prefetch costs nothing: following the link tries again and reports.
  if (link && isClientRoute(link)) loadParts(link.pathname).catch(() => undefined);
}

/** A page of this site in this language, other than the current one, meant for this window. */
function isClientRoute(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.pathname === location.pathname) return false;
  if ((link.target && link.target !== "_self") || link.hasAttribute("download")) return false;
  return matchPage(link.pathname) !== null && localeOfPath(link.pathname) === localeOfPath(location.pathname);
}
