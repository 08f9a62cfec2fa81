import { loadPage } from "./loadPage.tsx";

/** Links are prefetched when they come this near to the viewport (specification, section 9). */
const PREFETCH_MARGIN = "200px";

let observer: IntersectionObserver | undefined;

/** Starts fetching the page behind `link` once it comes near the viewport. @returns the cleanup. */
export function prefetchWhenNear(link: HTMLAnchorElement): () => void {
  observer ??= new IntersectionObserver(onIntersect, { rootMargin: PREFETCH_MARGIN });
  const seen = observer;
  seen.observe(link);
  return () => seen.unobserve(link);
}

function onIntersect(entries: IntersectionObserverEntry[], self: IntersectionObserver): void {
  for (const entry of entries) {
    if (!entry.isIntersecting || !(entry.target instanceof HTMLAnchorElement)) continue;
    self.unobserve(entry.target);
    // A failed prefetch costs nothing: following the link tries again and reports.
    loadPage(entry.target.pathname).catch(() => undefined);
  }
}
