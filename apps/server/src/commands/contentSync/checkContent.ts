import { existsSync } from "node:fs";
import { join } from "node:path";
import { DEFAULT_LOCALE, type SiteContent, type SiteEntry } from "@marquee/contract";
import { hiddenPaths } from "../../domains/content/hiddenPages.ts";
import { readIncludedRevision } from "../../domains/content/includedRevision.ts";
import { readMeetingRoutes } from "../../domains/content/kinds/meetingRoutes.ts";
import { readRedirects } from "../../domains/content/kinds/redirects.ts";
import { buildPageCatalog } from "../../domains/content/pageCatalog.ts";
import type { ParsedPage } from "../../domains/content/parsePageFile.ts";
import { readPageFiles } from "../../domains/content/readPageFiles.ts";
import { checkSiteContent } from "../../domains/content/readSiteContent.ts";
import { keepValidRedirects } from "../../domains/content/redirects.ts";
import { FLAG_FILE, readFlagFile } from "../../domains/flags/flagFile.ts";
import { ContentError } from "../../platform/errors/contentError.ts";

interface CheckOptions {
  contentDir: string;
  /** The product's content folder, for files missing from `contentDir`. */
  baseDir: string;
  /** Paths that the site's own pages use. */
  takenPaths: ReadonlySet<string>;
  /** The site's own pages, some of which may be hidden. */
  ownPages: ReturnType<SiteEntry["listPageTexts"]>;
}

/**
 * Checks all content as the server does at start, but without stopping at the first problem.
 * @returns for each problem: file, place, description, and a correct example.
 */
export async function checkContent(options: CheckOptions): Promise<string[]> {
  const { contentDir, baseDir, takenPaths, ownPages } = options;
  const problems: string[] = [];
  const check = (read: Promise<unknown>) =>
    read.catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      problems.push(error.message);
    });
  const { content, images, errors } = await checkSiteContent(contentDir, baseDir, (problem) =>
    problems.push(problem),
  );
  const pages = await readPageFiles(contentDir);
  const catalog = buildPageCatalog(pages.pages, takenPaths);
  for (const { message } of [...errors, ...pages.errors, ...catalog.errors]) problems.push(message);
  for (const { file, problems: parts } of pages.pages)
    for (const { place, problem, example } of parts)
      problems.push(new ContentError({ file, place, problem, example }).message);
  problems.push(...missingImages(pages.pages, images));
  const product = content && contentDir !== baseDir ? await checkSiteContent(baseDir, baseDir) : null;
  if (content && product?.content) problems.push(...missingTexts(content, product.content));
  if (existsSync(join(contentDir, FLAG_FILE))) await check(readFlagFile(contentDir));
  const isShown = (path: string) => {
    const written = catalog.byPath.get(path);
    return written !== undefined && !written.page.hidden;
  };
  const hidden = content && hiddenPaths(content, ownPages);
  const isPage = (path: string) => (takenPaths.has(path) ? !hidden?.has(path) : isShown(path));
  const checkRedirects = async () => {
    const redirects = await readRedirects(contentDir);
    problems.push(...keepValidRedirects(redirects, isPage).errors.map(({ message }) => message));
  };
  await check(checkRedirects());
  await check(readMeetingRoutes(contentDir));
  await check(readIncludedRevision(contentDir));
  return problems;
}

/** Missing images of collection entries. */
function missingImages(pages: readonly ParsedPage[], images: SiteContent["images"]): string[] {
  return pages.flatMap(({ page: { image }, file }) => {
    if (image === undefined || Object.hasOwn(images, image)) return [];
    const problem = `There is no image content/images/${image}. Add it, or choose another one.`;
    return [new ContentError({ file, place: "image", problem, example: "image: guide/board.png" }).message];
  });
}

/**
 * English texts of the product's release that are missing from a site's own content folder. Lists may differ.
 */
function missingTexts({ copy: siteCopy }: SiteContent, { copy: product }: SiteContent): string[] {
  const missing: string[] = [];
  const compare = (mine: unknown, theirs: unknown, file: string, place: string): void => {
    if (mine === undefined) {
      const problem = "This text is new in the product, and the site's code needs it.";
      missing.push(new ContentError({ file, place, problem, example: JSON.stringify(theirs) }).message);
    } else if (typeof theirs === "object" && theirs !== null && !Array.isArray(theirs)) {
      const members = mine as Record<string, unknown> | null;
      for (const [name, value] of Object.entries(theirs))
        compare(members?.[name], value, file, place ? `${place}.${name}` : name);
    }
  };
  for (const [name, texts] of Object.entries(product[DEFAULT_LOCALE]))
    compare(siteCopy[DEFAULT_LOCALE][name], texts, `content/copy/${DEFAULT_LOCALE}/${name}.json`, "");
  return missing;
}
