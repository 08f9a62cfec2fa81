import { readdir, readFile, stat } from "node:fs/promises";
import { join, sep } from "node:path";
import { ContentError } from "../../platform/errors/contentError.ts";
import { type ParsedPage, parsePageFile } from "./parsePageFile.ts";

/** Largest accepted file, in bytes. */
const MAX_FILE_BYTES = 512 * 1024;

export interface PageFiles {
  pages: ParsedPage[];
  /** One for each invalid file. */
  errors: ContentError[];
}

/** Reads every page file in `content/pages`, sorted by name. A missing folder counts as empty. */
export async function readPageFiles(contentDir: string): Promise<PageFiles> {
  const dir = join(contentDir, "pages");
  const entries = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && /\.(?:md|json)$/.test(entry.name) && !entry.name.startsWith("."))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dir.length + 1)
        .replaceAll(sep, "/"),
    )
    .sort();
  const read: PageFiles = { pages: [], errors: [] };
  for (const name of names) {
    try {
      read.pages.push(parsePageFile({ name, text: await readText(dir, name) }));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      read.errors.push(error);
    }
  }
  return read;
}

async function readText(dir: string, name: string): Promise<string> {
  const fail = (problem: string) =>
    new ContentError({
      file: `content/pages/${name}`,
      place: "",
      problem,
      example: "a page of some pages of print",
    });
  const path = join(dir, name);
  const { size } = await stat(path).catch((error: Error) => {
    throw fail(`The file can't be read (${error.message}).`);
  });
  if (size > MAX_FILE_BYTES) throw fail(`The file is larger than ${MAX_FILE_BYTES / 1024} KB.`);
  return readFile(path, "utf8");
}
