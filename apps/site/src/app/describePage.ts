import type { ContentPage, NamedPage, PageCard } from "@marquee/contract";
import { localizePath } from "@marquee/contract";
import brand from "../../../../content/brand.json";
import { loadPage } from "./loadPage.tsx";
import type { PageHead } from "./page.types.ts";
import { PAGES } from "./pages.ts";
import { bareTitle, headlineOf } from "./pageTitle.ts";

/** Pages that Brain's colour leads on. */
const IRIS_PAGES: readonly string[] = ["brain", "lp-ai"];

/** What the card of a page shows. @returns null when no page has that name in that language. */
export async function describePage(page: NamedPage | ContentPage): Promise<PageCard | null> {
  if ("slug" in page) return { brand: brand.name, headline: page.title, label: "", accent: "leaf" };
  const { name, locale } = page;
  const entry = PAGES.find((each) => each.name === name && each.locales.includes(locale));
  const loaded = entry && (await loadPage(localizePath(entry.path, locale)));
  if (!loaded) return null;
  const accent = IRIS_PAGES.includes(name) ? "iris" : "leaf";
  return { brand: brand.name, headline: headlineOf(loaded.head), label: labelOf(loaded.head), accent };
}

/** The title, unless it would only say the brand or the headline again. */
function labelOf(head: PageHead): string {
  const label = bareTitle(head.title);
  return label === head.title || label === headlineOf(head) ? "" : label;
}
