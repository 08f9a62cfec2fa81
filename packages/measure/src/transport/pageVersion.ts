import { PAGE_VERSION_HEADER, PAGE_VERSION_TIMING, parseUrl } from "@marquee/contract";

/** By path; empty where the server has not said, or not yet. */
const versions = new Map<string, string>();

/**
 * By which version of itself a page was served: the document by its timing, pages that were changed to within it by asking for their head,
 * whose answer takes a moment. @returns empty where the server did not say, or not yet.
 */
export function readPageVersion(path: string = location.pathname): string {
  const known = versions.get(path);
  if (known !== undefined) return known;
  const document = readDocument();
  versions.set(path, document.path === path ? document.version : "");
  // A page that cannot be asked for has no version.
  if (document.path !== path) ask(path).catch(() => undefined);
  return versions.get(path) ?? "";
}

async function ask(path: string): Promise<void> {
  const { headers } = await fetch(path, { method: "HEAD", redirect: "error" });
  versions.set(path, headers.get(PAGE_VERSION_HEADER) ?? "");
}

function readDocument(): { path: string; version: string } {
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const path = parseUrl(navigation?.name ?? "")?.pathname ?? location.pathname;
  // Safari has had it since 16.4 only.
  const timing = navigation?.serverTiming?.find(({ name }) => name === PAGE_VERSION_TIMING);
  return { path, version: timing?.description ?? "" };
}
