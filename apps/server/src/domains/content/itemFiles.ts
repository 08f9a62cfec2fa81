import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Json } from "@marquee/contract";
import type { ContentError } from "../../platform/errors/contentError.ts";
import { kindOf, readItems } from "./kinds/index.ts";
import { readMeetingRoutes } from "./kinds/meetingRoutes.ts";
import { itemOfPage } from "./kinds/page.ts";
import { readRedirects } from "./kinds/redirects.ts";
import { readPageFiles } from "./readPageFiles.ts";
import { readSiteContent } from "./readSiteContent.ts";

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
 * @param baseDir the product's content folder, for files missing from `contentDir`.
 * @returns items by key, and an error for each invalid page.
 * @throws {ContentError} if a file with copy or the catalog is invalid.
 */
export async function readItemFiles(
  contentDir: string,
  baseDir: string,
): Promise<{ items: Map<string, ItemFile>; errors: ContentError[] }> {
  const site = await readSiteContent(contentDir, baseDir);
  const { pages, errors } = await readPageFiles(contentDir);
  const redirects = await readRedirects(contentDir);
  const meetingRoutes = await readMeetingRoutes(contentDir);
  const items = readItems({ site, redirects, meetingRoutes, pages: pages.flatMap(itemOfPage) });
  const files = [...items].map(([key, item]): [string, ItemFile] => {
    const kind = kindOf(key);
    const path = kind?.path?.(key, item) ?? kind?.place ?? key;
    const part = kind?.productPart?.(path);
    return [key, { path, item, isInherited: part !== undefined && !existsSync(join(contentDir, part)) }];
  });
  return { items: new Map(files), errors };
}
