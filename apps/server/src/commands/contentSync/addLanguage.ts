import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { capitalize, DEFAULT_LOCALE, isReservedPath } from "@marquee/contract";
import { editFile } from "../../domains/content/editFile.ts";
import { SyncError } from "./syncError.ts";

interface NewLanguage {
  contentDir: string;
  /**
   * The product's content folder: the build reads languages from it, and it is the fallback for texts missing from
   * `contentDir`.
   */
  baseDir: string;
  /** BCP 47 tag: a language, plus a script or territory if needed. */
  locale: string;
  /** Name in the language itself; by default from Unicode. */
  name?: string | undefined;
}

type Languages = Record<string, { name: string; openGraph: string }>;

const LANGUAGES_FILE = "languages.json";
const SHELL = "shell.json";

/**
 * Adds a language: to the list of languages, and as copies of the English texts, hidden from visitors.
 * @returns the written files, below the content folder.
 * @throws {SyncError} if there is no such language, or the site already has it.
 */
export async function addLanguage({ contentDir, baseDir, locale, name }: NewLanguage): Promise<string[]> {
  const listFile = join(baseDir, LANGUAGES_FILE);
  const languages: Languages = JSON.parse(await readFile(listFile, "utf8"));
  if (!isKnown(locale) || isReservedPath(`/${locale}`))
    throw new SyncError(`"${locale}" is not a language. Write it as in BCP 47: sv, nl-BE, zh-Hant.`);
  if (Object.hasOwn(languages, locale)) throw new SyncError(`The site already has ${locale}.`);
  const copyDir = join(existsSync(join(contentDir, "copy")) ? contentDir : baseDir, "copy");
  const to = join(copyDir, locale);
  if (existsSync(to)) throw new SyncError(`copy/${locale} already exists. Move it away first.`);

  const translated = await Promise.all(
    Object.keys(languages)
      .filter((each) => each !== DEFAULT_LOCALE)
      .map((each) => readdir(join(copyDir, each)).catch(() => [])),
  );
  const names = (await readdir(join(copyDir, DEFAULT_LOCALE))).filter((file) => file.endsWith(".json"));
  // Some pages are in English only.
  const copied = names.filter((file) => translated.length === 0 || translated.flat().includes(file));
  await mkdir(to);
  for (const file of copied) {
    const english = await readFile(join(copyDir, DEFAULT_LOCALE, file), "utf8");
    const text = file === SHELL ? editFile(file, english, { "/hidden": true }) : english;
    await writeFile(join(to, file), text ?? english);
  }
  const { language, region } = new Intl.Locale(locale).maximize();
  const ownName = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  languages[locale] = { name: name?.trim() || capitalize(ownName), openGraph: `${language}_${region}` };
  await writeFile(listFile, formatLanguages(languages));
  return [LANGUAGES_FILE, ...copied.map((file) => `copy/${locale}/${file}`)];
}

function isKnown(locale: string): boolean {
  if (!/^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?$/.test(locale)) return false;
  const { language } = new Intl.Locale(locale);
  return new Intl.DisplayNames(["en"], { type: "language", fallback: "none" }).of(language) !== undefined;
}

/** One line for each language, as Biome formats it. */
function formatLanguages(languages: Languages): string {
  const lines = Object.entries(languages).map(
    ([locale, { name, openGraph }]) =>
      `  ${JSON.stringify(locale)}: { "name": ${JSON.stringify(name)}, "openGraph": ${JSON.stringify(openGraph)} }`,
  );
  return `{\n${lines.join(",\n")}\n}\n`;
}
