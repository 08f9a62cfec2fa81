import { BUILT_IN_IMAGES, DEFAULT_LOCALE, type SiteEntry } from "@marquee/contract";
import { alternatesOf, matchPage, PAGES } from "../site/pages.ts";

/** Pictures of live interfaces, by the name of the page that shows them: `content/images/screens/<picture>.png`. */
const PICTURES: Readonly<Record<string, "board" | "gantt">> = {
  lp: "gantt",
  "lp-project-management": "board",
  brain: "board",
  "lp-ai": "gantt",
  "lp-gantt": "board",
};

/** Paths of the images that the site's own page at `path` shows: one, and the same for dark pages. Empty if it shows none. */
export function picturesOf(path: string): string[] {
  const { page, locale } = matchPage(path) ?? {};
  const picture = PICTURES[page?.name ?? ""];
  // Their text is English.
  if (!picture || locale !== DEFAULT_LOCALE) return [];
  return ["", "-dark"].map((suffix) => `${BUILT_IN_IMAGES}${picture}${suffix}.png`);
}

/** The images of the site's own pages, with the pages that show them. */
export function listPictures(): ReturnType<SiteEntry["listPictures"]> {
  const pages = PAGES.flatMap((page) =>
    alternatesOf(page).map(({ locale, path }) => ({
      page: page.name,
      path,
      locale,
      images: picturesOf(path),
    })),
  );
  return pages.filter(({ images }) => images.length > 0);
}
