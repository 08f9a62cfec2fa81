import {
  altOf,
  type ContentPage,
  DEFAULT_LOCALE,
  type ImageItem,
  isImagePath,
  itemKey,
  type Json,
  type Locale,
  parseItemKey,
  type SiteEntry,
  type UsedImage,
  valueAt,
} from "@marquee/contract";
import type { ImageUse } from "@marquee/contract/schema";
import { languageTitle } from "../content/fieldName.ts";
import { itemTitle } from "../content/fieldNames.ts";
import { pageKeyOf } from "../content/kinds/page.ts";
import type { PageCatalog } from "../content/pageCatalog.ts";

/** Where images are shown, by their path below `content/images`. */
export type ImageUses = ReadonlyMap<string, ImageUse[]>;

/** Finds where images are shown. Each page is parsed once. */
export function createImageUses(
  entry: Pick<SiteEntry, "listImages" | "listPictures">,
): (content: { pages: PageCatalog }) => ImageUses {
  const imagesByPage = new WeakMap<ContentPage, UsedImage[]>();
  const imagesOf = (page: ContentPage): UsedImage[] => {
    const listed = imagesByPage.get(page) ?? entry.listImages(page);
    imagesByPage.set(page, listed);
    return listed;
  };
  return ({ pages }) => {
    const uses = new Map<string, ImageUse[]>();
    const add = (source: string, use: ImageUse) => {
      const existing = uses.get(source) ?? [];
      // A page that shows an image twice needs its text if one place has none.
      const same = existing.find(({ item }) => item === use.item);
      if (same) same.hasText &&= use.hasText;
      else uses.set(source, [...existing, use]);
    };
    for (const { page, path, locale, images } of entry.listPictures()) {
      const item = itemKey({ kind: "copy", locale, id: page });
      for (const source of images)
        add(source, { item, title: itemTitle(item), path, locale, hasText: false });
    }
    for (const { page } of pages.byPath.values()) {
      const { title, path, locale } = page;
      for (const { source, alt } of imagesOf(page))
        add(source, { item: pageKeyOf(page), title, path, locale, hasText: alt.trim() !== "" });
    }
    return uses;
  };
}

/** A problem, and the field to fix it in. */
interface ImageProblem {
  item: string;
  pointer: string;
  problem: string;
}

/**
 * Why an image can't be published like this, with the pages that show it; null if it can. It needs no text of its own if every page that shows it describes
 * it.
 * @param image null if it is removed.
 */
export function usedImageProblem(
  item: string,
  image: ImageItem | null,
  uses: readonly ImageUse[],
): ImageProblem | null {
  const [first] = uses;
  if (!image) {
    if (!first) return null;
    const more = uses.length > 1 ? ` and ${uses.length - 1} more` : "";
    const problem = `${first.title} (${first.path})${more} shows this image. Remove it there first.`;
    return { item: first.item, pointer: "", problem };
  }
  const needing = uses.filter(({ hasText }) => !hasText);
  if ((needing.length > 0 || !first) && lacksText(image, DEFAULT_LOCALE)) {
    const problem = `This image has no alternative text in ${languageTitle(DEFAULT_LOCALE)}. Write what it shows, or mark it decorative.`;
    return { item, pointer: `/alt/${DEFAULT_LOCALE}`, problem };
  }
  const wanting = needing.find(({ locale }) => lacksText(image, locale));
  if (!wanting) return null;
  const { title, path, locale } = wanting;
  const problem = `${title} (${path}) shows this image, which has no alternative text in ${languageTitle(locale)}. Write what it shows, or mark it decorative.`;
  return { item, pointer: `/alt/${locale}`, problem };
}

interface ShownImages {
  uses: ImageUses;
  /** Where images are shown now. */
  before: ImageUses;
  /** Values of all items by key. */
  items: ReadonlyMap<string, Json>;
}

/**
 * Why a page can't be published because of an image that it newly shows, or now shows without a text; null if it can.
 * @param changed items changed together with it. {@link usedImageProblem} reports problems with images among them.
 */
export function shownImageProblem(
  page: string,
  { uses, before, items }: ShownImages,
  changed: { has(item: string): boolean },
): ImageProblem | null {
  const useIn = (all: ImageUses, source: string) => all.get(source)?.find(({ item }) => item === page);
  for (const source of uses.keys()) {
    const use = useIn(uses, source);
    const useBefore = useIn(before, source);
    const isNew = !useBefore || (useBefore.hasText && !use?.hasText);
    const key = `image:${source}`;
    if (!use || !isNew || changed.has(key)) continue;
    const image = imageIn(items, key);
    // The page's own image, or one in its text.
    const isOwn = valueAt(items.get(page) ?? null, ["image"]) === source;
    const pointer = isOwn ? "/image" : "/markdown";
    if (!image && isImagePath(source))
      return {
        item: page,
        pointer,
        problem: `There is no image ${source}. Upload it, or ${isOwn ? "choose another one" : "remove it from the text"}.`,
      };
    const locale = use.hasText
      ? undefined
      : [DEFAULT_LOCALE, use.locale].find((each) => image && lacksText(image, each));
    if (locale)
      return {
        ...(isOwn ? { item: key, pointer: `/alt/${locale}` } : { item: page, pointer }),
        problem: `This shows ${source}, which has no alternative text in ${languageTitle(locale)}. Write what it shows ${isOwn ? "" : "in the text or "}under Images, or mark it decorative.`,
      };
  }
  return null;
}

function lacksText(image: ImageItem, locale: Locale): boolean {
  return !image.isDecorative && altOf(image, locale).trim() === "";
}

/** The image with this key in all items; null if there is none. */
export function imageIn(items: ReadonlyMap<string, Json>, key: string): ImageItem | null {
  const value = parseItemKey(key)?.kind === "image" ? items.get(key) : undefined;
  return (value as ImageItem | undefined) ?? null;
}
