import { completeOrder, type SiteEntry } from "@marquee/contract";
import type { Publishing } from "../publishing/startPublishing.ts";
import type { FindPage } from "./siteFlagValues.ts";

/** Finds the site's own pages with their published sections. */
export function createFindPage(
  entry: Pick<SiteEntry, "listPageTexts">,
  publishing: Pick<Publishing, "published">,
): FindPage {
  return (name) => {
    const pageTexts = entry.listPageTexts().find(({ page }) => page === name);
    if (!pageTexts) return undefined;
    const { order = completeOrder(name, []), hidden = [] } = publishing.published().site.sections[name] ?? {};
    return { path: pageTexts.path, visibleSections: order.filter((id) => !hidden.includes(id)) };
  };
}
