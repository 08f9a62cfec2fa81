import type { Catalog } from "../catalog/catalog.ts";
import type { Locale } from "../kernel/locales.ts";
import type { Banner } from "./banner.schema.ts";
import type { SectionOrder } from "./pageSections.ts";
import { BUILT_IN_IMAGES, type SiteImage } from "./siteImages.ts";

/** Content besides the pages that editors write: texts and prices. Each version is immutable. */
export interface SiteContent {
  /** Identifies this content in URLs: 16 hexadecimal digits, a hash of everything in it. */
  version: string;
  /** Copy files: parsed JSON by locale and name, as in `content/copy/<locale>/<name>.json`. */
  copy: Record<Locale, Record<string, unknown>>;
  catalog: Catalog;
  /** Images by their path below `content/images`. */
  images: Readonly<Record<string, SiteImage>>;
  /** Sections of the site's own pages, by page. A page whose sections differ from its code has them in its copy as well, as `sections`. */
  sections: Readonly<Record<string, SectionOrder>>;
  /** The announcement banner. Its texts are in the copy, as `banner`. */
  banner: Banner;
}

/** Data that each page needs for hydration, besides its own copy: the response to {@link startUrl}. */
export interface StartContent {
  /** Copy of header, footer and dialogs. */
  shell: unknown;
  catalog: Catalog;
  /** Images in {@link BUILT_IN_IMAGES}, by path. */
  images: SiteContent["images"];
}

/** The images that the site's own pages may show, by path. */
export function builtInImages(images: SiteContent["images"]): SiteContent["images"] {
  return Object.fromEntries(Object.entries(images).filter(([path]) => path.startsWith(BUILT_IN_IMAGES)));
}

/** Path below which the server sends one version of the site's content. */
export const CONTENT_PATH = "/content";
/** Name for {@link StartContent} in place of a copy file's name in URLs. */
export const START_NAME = "start";

/** URL of a copy file as JSON. */
export function copyUrl(version: string, locale: Locale, name: string): string {
  return `${CONTENT_PATH}/${version}/${locale}/${name}.json`;
}

/** URL of {@link StartContent} as JSON. */
export function startUrl(version: string, locale: Locale): string {
  return copyUrl(version, locale, START_NAME);
}
