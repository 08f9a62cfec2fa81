import * as brand from "../../../../content/brand.json";
import type { PageHead } from "../site/page.types.ts";

const SUFFIX = ` | ${brand.name}`;

/** A document's title without the ` | site name` suffix. */
export function titleWithoutSuffix(title: string): string {
  return title.endsWith(SUFFIX) ? title.slice(0, -SUFFIX.length) : title;
}

/** The page's headline, or its title without the suffix if it has none. */
export function headlineOf({ title, headline }: PageHead): string {
  return headline ?? titleWithoutSuffix(title);
}

/** The head of a page, built from its copy. Every page has a `meta`, and most have a `hero`, whose title is the headline. */
export function headOf(copy: unknown): PageHead {
  const { meta, hero } = copy as { meta: PageHead; hero?: { title?: string } };
  return hero?.title === undefined ? meta : { ...meta, headline: hero.title };
}
