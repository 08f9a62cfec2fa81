import type { Analytics } from "../analytics/analytics.ts";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";

interface RestoredOptions {
  analytics: Pick<Analytics, "page" | "identify">;
  isAllowed: () => boolean;
}

/**
 * Counts a page again when the browser restores it from its back/forward cache: the visitor sees it again, but its code does not
 * start (https://web.dev/articles/bfcache#how-bfcache-affects-analytics-and-performance-measurement). @returns the cleanup.
 */
export function countRestores({ analytics, isAllowed }: RestoredOptions): () => void {
  const onShow = monitor(({ persisted }: PageTransitionEvent) => {
    if (!persisted || !isAllowed()) return;
    analytics.page();
    analytics.identify(null);
  });
  return listen(window, "pageshow", onShow);
}
