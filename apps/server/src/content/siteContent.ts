import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Catalog,
  DEFAULT_LOCALE,
  decodeDescriptions,
  LOCALES,
  type Locale,
  type SiteContent,
} from "@marquee/contract";
import { CatalogSchema } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { ContentError } from "../errors/contentError.ts";
import { type Followed, followContent, readJsonFile } from "./followContent.ts";

const CATALOG = "catalog.json";
const CATALOG_EXAMPLE = `{ "plans": { "free": { "pricing": { "monthly": { "price": 0, "perMonth": 0, "perUserGroup": false }, "yearly": { "price": 0, "perMonth": 0, "perUserGroup": false } }, "minScore": 1, "maxScore": 4, "color": "sky", "features": ["tasks"] }, … }, "addOns": { "brain": { "perMonth": 9, "eligiblePlans": ["free"] }, … } }`;
const COPY_EXAMPLE = `{ "meta": { "title": "Pricing", "description": "…" }, … }`;
const FILES = /^(?:catalog\.json$|copy[/\\])/;

const catalogValidator = Compile(CatalogSchema);
const copyValidator = Compile(Type.Record(Type.String(), Type.Unknown()) as TSchema);

interface SiteContentOptions {
  contentDir: string;
  /** The content folder of the product, for what `contentDir` does not have: `catalog.json`, or `copy` as a whole. */
  baseDir: string;
  log: Logger;
}

/**
 * Reads `content/catalog.json` and the texts in `content/copy`, and watches them for changes. If a later version is invalid, the error is
 * logged and the last valid content stays.
 * @throws {ContentError} if a file is invalid at the start.
 */
export function startSiteContent({
  baseDir,
  ...options
}: SiteContentOptions): Promise<Followed<SiteContent>> {
  const read = (contentDir: string) => readSiteContent(contentDir, baseDir);
  return followContent({ ...options, isPart: (path) => FILES.test(path), read });
}

/** @throws {ContentError} if a file is invalid, or a translation's keys differ from those of the English file. */
export async function readSiteContent(contentDir: string, baseDir: string): Promise<SiteContent> {
  const dirOf = (part: string) => (existsSync(join(contentDir, part)) ? contentDir : baseDir);
  const copyDir = dirOf("copy");
  const catalog = (await readJsonFile({
    contentDir: dirOf(CATALOG),
    name: CATALOG,
    validator: catalogValidator,
    example: CATALOG_EXAMPLE,
  })) as Catalog;
  const english = await readLocale(copyDir, DEFAULT_LOCALE);
  const entries = LOCALES.map(async (locale): Promise<[Locale, Record<string, unknown>]> => {
    const texts = locale === DEFAULT_LOCALE ? english : await readLocale(copyDir, locale);
    for (const [name, text] of Object.entries(texts))
      checkTexts({ locale, name, text, english: english[name] });
    return [locale, texts];
  });
  const copy = Object.fromEntries(await Promise.all(entries)) as SiteContent["copy"];
  return { version: versionOf({ copy, catalog }), copy, catalog };
}

/** Copy files of a language by name, in alphabetical order. */
async function readLocale(contentDir: string, locale: Locale): Promise<Record<string, unknown>> {
  const files = await readdir(join(contentDir, "copy", locale)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const names = files.filter((file) => file.endsWith(".json")).map((file) => file.slice(0, -".json".length));
  const entries = names.toSorted().map(async (name): Promise<[string, unknown]> => {
    const path = `copy/${locale}/${name}.json`;
    const file = { contentDir, name: path, validator: copyValidator, example: COPY_EXAMPLE };
    return [name, decodeDescriptions(await readJsonFile(file))];
  });
  return Object.fromEntries(await Promise.all(entries));
}

interface Texts {
  locale: Locale;
  name: string;
  text: unknown;
  /** The same part of the English file, which the site's code is written for. */
  english: unknown;
}

/** @throws {ContentError} at the first place where the keys differ from the English file, or a text is empty. */
function checkTexts({ locale, name, text, english }: Texts): void {
  const fail = (place: string, problem: string, example: unknown) => {
    const file = `content/copy/${locale}/${name}.json`;
    return new ContentError({
      file,
      place,
      problem,
      example: JSON.stringify(example) ?? `the keys of content/copy/${DEFAULT_LOCALE}/${name}.json`,
    });
  };
  const check = (value: unknown, original: unknown, place: string): void => {
    if (original === undefined) throw fail(place, "The English file has nothing here. Remove it.", undefined);
    if (value === undefined) throw fail(place, "This is missing.", original);
    if (value === "") throw fail(place, "This text is empty.", original);
    if (kindOf(value) !== kindOf(original))
      throw fail(place, `This is ${kindOf(value)} instead of ${kindOf(original)}.`, original);
    if (typeof value !== "object" || value === null) return;
    const [parts, originals] = [value, original] as Record<string, unknown>[];
    for (const key of new Set([...Object.keys(parts ?? {}), ...Object.keys(originals ?? {})]))
      check(parts?.[key], originals?.[key], place ? `${place}.${key}` : key);
  };
  check(text, english, "");
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function versionOf(content: Omit<SiteContent, "version">): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 16);
}
