import { PAGE_VERSION_HEADER, PAGE_VERSION_TIMING, parseUrl } from "@marquee/contract";

/** Page versions by path. An empty string means that the server has sent none, or not yet. */
const versions = new Map<string, string>();

/**
 * The page version that a page was served with. The document's comes from its `Server-Timing`; after client-side navigation it comes from a
 * `HEAD` request, so the first call returns an empty string.
 * @returns an empty string if the server has sent no version, or not yet
 */
export function readPageVersion(path: string = location.pathname): string {
  const known = versions.get(path);
  if (known !== undefined) return known;
  const document = readDocument();
  versions.set(path, document.path === path ? document.version : "");
  // If the request fails, the version stays empty.
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
  // Safari supports `serverTiming` from 16.4.
  const timing = navigation?.serverTiming?.find(({ name }) => name === PAGE_VERSION_TIMING);
  return { path, version: timing?.description ?? "" };
}
