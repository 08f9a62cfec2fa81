import { PAGE_VERSION_HEADER, PAGE_VERSION_TIMING, parseUrl } from "@marquee/contract";
import { navigationTiming, serverTiming } from "../browser/serverTiming.ts";
import { isRetried } from "./retryStrategy.ts";

/** Page versions by path. An empty string means that the server has sent none, or not yet. */
const versions = new Map<string, string>();

/**
 * The page version that a page was served with. The document's comes from its `Server-Timing`; after client-side navigation it comes from a
 * `HEAD` request, so the first call returns an empty string.
 * @returns an empty string if the server has sent no version, or not yet
 */
export function readPageVersion(path: string = location.pathname): string {
  const cached = versions.get(path);
  if (cached !== undefined) return cached;
  const document = readDocument();
  versions.set(path, document.path === path ? document.version : "");
  // After a failed request, the next use repeats it.
  if (document.path !== path) ask(path).catch(() => versions.delete(path));
  return versions.get(path) ?? "";
}

async function ask(path: string): Promise<void> {
  const { status, headers } = await fetch(path, { method: "HEAD", redirect: "error" });
  if (isRetried(status)) throw new Error(`status ${status}`);
  versions.set(path, headers.get(PAGE_VERSION_HEADER) ?? "");
}

function readDocument(): { path: string; version: string } {
  const path = parseUrl(navigationTiming()?.name ?? "")?.pathname ?? location.pathname;
  return { path, version: serverTiming(PAGE_VERSION_TIMING)?.description ?? "" };
}
