import { PAGE_VERSION_TIMING, parseUrl } from "@marquee/contract";

/** The archived version of the document if `path` is its own. Pages reached by client-side navigation have a different one. */
export function documentVersion(path: string): string | undefined {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (parseUrl(navigation?.name ?? "")?.pathname !== path) return;
  // Safari supports `serverTiming` from 16.4.
  return navigation?.serverTiming?.find(({ name }) => name === PAGE_VERSION_TIMING)?.description;
}
