import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  BANNER_ITEM,
  CATALOG_ITEM,
  ENTRY_FIELD_NAMES,
  imageItemOf,
  isImagePath,
  itemKey,
  type Json,
  LOCALES,
  MEETING_ROUTES_ITEM,
  parseItemKey,
  REDIRECTS_ITEM,
  SECTIONS_ITEM,
} from "@marquee/contract";
import type { ContentError } from "../../platform/errors/contentError.ts";
import { BANNER_FILE } from "./banner.ts";
import { newJsonFile, newPageFile } from "./editFile.ts";
import { MEETING_ROUTES_FILE } from "./meetingProblems.ts";
import { readMeetingRoutes } from "./meetingRoutes.ts";
import { SECTIONS_FILE } from "./pageSections.ts";
import type { ParsedPage } from "./parsePageFile.ts";
import { readPageFiles } from "./readPageFiles.ts";
import { REDIRECTS_FILE, readRedirects } from "./redirects.ts";
import { CATALOG, readSiteContent } from "./siteContent.ts";
import { pageKeyOf } from "./startContent.ts";

/** An item of content and the file that it is in. */
export interface ItemFile {
  /** Below the content folder: `copy/fr-FR/home.json`. */
  path: string;
  item: Json;
  /** Whether the content folder has no such file, and the product's is used. */
  isInherited: boolean;
}

/**
 * Reads all items of a content folder.
 * @param baseDir the product's content folder, for what `contentDir` does not have.
 * @returns items by key, and an error for each invalid page.
 * @throws {ContentError} if a file with copy or the catalog is invalid.
 */
export async function readItemFiles(
  contentDir: string,
  baseDir: string,
): Promise<{ items: Map<string, ItemFile>; errors: ContentError[] }> {
  const { copy, catalog, images, sections, banner } = await readSiteContent(contentDir, baseDir);
  const { pages, errors } = await readPageFiles(contentDir);
  const isInherited = (part: string) => !existsSync(join(contentDir, part));
  const hasNoCopy = isInherited("copy");
  const texts = LOCALES.flatMap((locale) =>
    Object.entries(copy[locale]).map(([id, value]): [string, ItemFile] => [
      itemKey({ kind: "copy", locale, id }),
      { path: `copy/${locale}/${id}.json`, item: value as Json, isInherited: hasNoCopy },
    ]),
  );
  const plans: ItemFile = { path: CATALOG, item: catalog, isInherited: isInherited(CATALOG) };
  const redirects: ItemFile = {
    path: REDIRECTS_FILE,
    item: await readRedirects(contentDir),
    isInherited: false,
  };
  const pictures = Object.entries(images)
    .filter(([id]) => isImagePath(id))
    .map(([id, image]): [string, ItemFile] => {
      const path = `images/${id}`;
      const item = imageItemOf(image);
      return [itemKey({ kind: "image", id }), { path, item, isInherited: isInherited(path) }];
    });
  const meetings = await readMeetingRoutes(contentDir);
  const order: ItemFile = { path: SECTIONS_FILE, item: sections, isInherited: false };
  const single: [string, ItemFile][] = [
    [CATALOG_ITEM, plans],
    [REDIRECTS_ITEM, redirects],
    [SECTIONS_ITEM, order],
    [MEETING_ROUTES_ITEM, { path: MEETING_ROUTES_FILE, item: meetings, isInherited: false }],
    [BANNER_ITEM, { path: BANNER_FILE, item: banner, isInherited: false }],
  ];
  return { items: new Map([...texts, ...single, ...pages.flatMap(pageItem), ...pictures]), errors };
}

/** The file of a page that the content folder does not have yet; null for other items, which are never added as a whole. */
export function newItemFile(key: string, item: Json): { path: string; text: string } | null {
  const address = parseItemKey(key);
  if (address?.kind !== "page") return null;
  const path = `pages/${address.locale}/${address.id}`;
  const {
    title,
    description,
    path: own,
    pageId,
    updated,
    hidden,
    markdown,
    document,
    ...others
  } = item as Record<string, Json>;
  const head = {
    title,
    description,
    ...(own !== undefined && own !== `/${address.id}` && { path: own }),
    ...(pageId !== undefined && { pageId }),
    ...Object.fromEntries(ENTRY_FIELD_NAMES.flatMap((name) => (others[name] ? [[name, others[name]]] : []))),
    ...(updated !== undefined && updated !== "" && { updated }),
    ...(hidden === true && { hidden }),
  } as Record<string, Json>;
  if (typeof markdown === "string") return { path: `${path}.md`, text: newPageFile(head, markdown) };
  return { path: `${path}.json`, text: newJsonFile({ ...head, document: document ?? null }) };
}

function pageItem({ page, item, file }: ParsedPage): [string, ItemFile][] {
  if (item === undefined) return [];
  return [[pageKeyOf(page), { path: file.replace(/^content\//, ""), item, isInherited: false }]];
}
