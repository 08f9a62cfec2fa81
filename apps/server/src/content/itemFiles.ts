import { existsSync } from "node:fs";
import { join } from "node:path";
import { CATALOG_ITEM, itemKey, type Json, LOCALES } from "@marquee/contract";
import type { ContentError } from "../errors/contentError.ts";
import type { ParsedPage } from "./parsePageFile.ts";
import { readPageFiles } from "./readPageFiles.ts";
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
  const { copy, catalog } = await readSiteContent(contentDir, baseDir);
  const { pages, errors } = await readPageFiles(contentDir);
  const isInherited = (part: string) => !existsSync(join(contentDir, part));
  const hasNoCopy = isInherited("copy");
  const texts = LOCALES.flatMap((locale) =>
    Object.entries(copy[locale]).map(([id, value]): [string, ItemFile] => [
      itemKey({ kind: "copy", locale, id }),
      { path: `copy/${locale}/${id}.json`, item: value as Json, isInherited: hasNoCopy },
    ]),
  );
  const plans: ItemFile = {
    path: CATALOG,
    item: catalog as unknown as Json,
    isInherited: isInherited(CATALOG),
  };
  return { items: new Map([...texts, [CATALOG_ITEM, plans], ...pages.flatMap(pageItem)]), errors };
}

function pageItem({ page, item, file }: ParsedPage): [string, ItemFile][] {
  if (item === undefined) return [];
  return [[pageKeyOf(page), { path: file.replace(/^content\//, ""), item, isInherited: false }]];
}
