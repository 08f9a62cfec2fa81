import { existsSync } from "node:fs";
import { join } from "node:path";
import { readIncludedRevision } from "../content/includedRevision.ts";
import { buildPageCatalog } from "../content/pageCatalog.ts";
import { readPageFiles } from "../content/readPageFiles.ts";
import { checkSiteContent } from "../content/siteContent.ts";
import { ContentError } from "../errors/contentError.ts";
import { FLAG_FILE, readFlagFile } from "../flags/flagFile.ts";
import { readMeetingRoutes } from "../leads/meetingRoutesFile.ts";

interface CheckOptions {
  contentDir: string;
  /** The product's content folder, for what `contentDir` does not have. */
  baseDir: string;
  /** Paths that the site's own pages use. */
  takenPaths: ReadonlySet<string>;
}

/**
 * Checks all content as the server does when it starts, but to the end.
 * @returns for each problem: file, place, what is wrong, and a correct example.
 */
export async function checkContent({ contentDir, baseDir, takenPaths }: CheckOptions): Promise<string[]> {
  const problems: string[] = [];
  const check = (read: Promise<unknown>) =>
    read.catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      problems.push(error.message);
    });
  const { errors } = await checkSiteContent(contentDir, baseDir);
  const pages = await readPageFiles(contentDir);
  const catalog = buildPageCatalog({ files: pages.pages, remote: [], takenPaths });
  for (const { message } of [...errors, ...pages.errors, ...catalog.errors]) problems.push(message);
  for (const { file, problems: parts } of pages.pages)
    for (const { place, problem, example } of parts)
      problems.push(new ContentError({ file, place, problem, example }).message);
  if (existsSync(join(contentDir, FLAG_FILE))) await check(readFlagFile(contentDir));
  await check(readMeetingRoutes(contentDir));
  await check(readIncludedRevision(contentDir));
  return problems;
}
