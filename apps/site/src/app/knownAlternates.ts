import type { SitemapEntry } from "@marquee/contract";
import { alternatesOf, matchPage } from "./pages.ts";

/** The translations of the page at `path`, itself included; none where the table of pages has no such page. */
export function knownAlternates(path: string): SitemapEntry["alternates"] {
  const match = matchPage(path);
  return match ? alternatesOf(match.page) : [];
}
