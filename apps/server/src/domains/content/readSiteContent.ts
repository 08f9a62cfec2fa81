import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  BANNER_COPY,
  DEFAULT_LOCALE,
  decodeDescriptions,
  LOCALES,
  type Locale,
  type SiteContent,
} from "@marquee/contract";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { ContentError } from "../../platform/errors/contentError.ts";
import { checkBannerTexts, withBannerTexts } from "./banner.ts";
import { checkTexts } from "./checkTexts.ts";
import { readImageFiles } from "./imageFiles.ts";
import { readSingles } from "./kinds/index.ts";
import { readJsonFile } from "./readJsonFile.ts";
import { versionOf } from "./versionOf.ts";

const COPY_EXAMPLE = `{ "meta": { "title": "Pricing", "description": "…" }, … }`;
const copyValidator = Compile(Type.Record(Type.String(), Type.Unknown()) as TSchema);

/**
 * @param report called with each problem of a file that is ignored.
 * @throws {ContentError} if a file is invalid, or a translation's keys differ from those of the English file.
 */
export async function readSiteContent(
  contentDir: string,
  baseDir: string,
  report: (problem: string) => void = () => undefined,
): Promise<SiteContent> {
  const { content, errors } = await checkSiteContent(contentDir, baseDir, report);
  if (content) return content;
  throw errors[0];
}

/**
 * Reads all files.
 * @param report called with each problem of an image that is ignored.
 * @returns the content, or null if it has errors; one error for each invalid file; and the images in any
 * case.
 */
export async function checkSiteContent(
  contentDir: string,
  baseDir: string,
  report: (problem: string) => void = () => undefined,
): Promise<Pick<SiteContent, "images"> & { content: SiteContent | null; errors: ContentError[] }> {
  const copyDir = existsSync(join(contentDir, "copy")) ? contentDir : baseDir;
  const errors: ContentError[] = [];
  const attempt = async <Value>(read: () => Promise<Value>): Promise<Value | null> =>
    read().catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      errors.push(error);
      return null;
    });
  const singles = await readSingles((read) => attempt(() => read(contentDir, baseDir)));
  const english = await readLocale(copyDir, DEFAULT_LOCALE, attempt);
  const entries = LOCALES.map(async (locale): Promise<[Locale, Record<string, unknown>]> => {
    const texts = locale === DEFAULT_LOCALE ? english : await readLocale(copyDir, locale, attempt);
    for (const [name, text] of Object.entries(texts))
      await attempt(async () =>
        name === BANNER_COPY
          ? checkBannerTexts(locale, text)
          : checkTexts({ locale, name, text, english: english[name] }),
      );
    return [locale, texts];
  });
  const copy = withBannerTexts(Object.fromEntries(await Promise.all(entries)) as SiteContent["copy"]);
  const { images, problems } = await readImageFiles(contentDir, baseDir);
  for (const problem of problems) report(problem);
  if (errors.length > 0) return { content: null, images, errors };
  const content = { copy, images, ...singles };
  return { content: { version: versionOf(content), ...content }, images, errors };
}

type Attempt = <Value>(read: () => Promise<Value>) => Promise<Value | null>;

/** Copy files of a language by name, in alphabetical order. */
async function readLocale(
  contentDir: string,
  locale: Locale,
  attempt: Attempt,
): Promise<Record<string, unknown>> {
  const files = await readdir(join(contentDir, "copy", locale)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  const entries = names.toSorted().map(async (name): Promise<[string, unknown][]> => {
    const path = `copy/${locale}/${name}.json`;
    const file = { contentDir, name: path, validator: copyValidator, example: COPY_EXAMPLE };
    const text = await attempt(() => readJsonFile(file));
    return text === null ? [] : [[name, decodeDescriptions(text)]];
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}
