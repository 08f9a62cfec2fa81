import brand from "../../../../content/brand.json";
import type { PageHead } from "./page.types.ts";

const SUFFIX = ` | ${brand.name}`;

/** A document's title without the site's name behind it. */
export function bareTitle(title: string): string {
  return title.endsWith(SUFFIX) ? title.slice(0, -SUFFIX.length) : title;
}

/** What a page says first: the line its hero sets large, or else its title. */
export function headlineOf({ title, headline }: PageHead): string {
  return headline ?? bareTitle(title);
}

/** @param copy a page's copy; where it has a hero, that is under the same keys on every page. */
export function withHeadline(head: PageHead, copy: unknown): PageHead {
  const headline = (copy as { hero?: { title?: string } }).hero?.title;
  return headline === undefined ? head : { ...head, headline };
}
