import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  BANNER_COPY,
  type Catalog,
  DEFAULT_LOCALE,
  decodeDescriptions,
  formatPointer,
  type ImageItem,
  imageItemOf,
  imageProblem,
  type Json,
  LOCALES,
  type Locale,
  parseItemKey,
  pricesProblem,
  type SiteContent,
  type SiteImage,
  siteImageOf,
  withPricesPerMonth,
} from "@marquee/contract";
import { type Banner, CatalogSchema, type UnusedField } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { ContentError } from "../../platform/errors/contentError.ts";
import { bannerProblem, checkBannerTexts, readBanner, withBannerTexts } from "./banner.ts";
import { type Followed, followContent, readJsonFile } from "./followContent.ts";
import { unlinkHidden, type WrittenPaths } from "./hiddenPages.ts";
import { readImageFiles, sortImages } from "./imageFiles.ts";
import {
  applyItem,
  createItemMemo,
  type ItemOverlay,
  type ItemProblem,
  MISSING_ITEM,
  NO_OVERLAY,
  type Overlay,
} from "./overlay.ts";
import { changeSections, readSections, withSections } from "./pageSections.ts";
import { schemaProblem } from "./schemaProblem.ts";

export const CATALOG = "catalog.json";
const CATALOG_EXAMPLE = `{ "plans": { "free": { "pricing": { "monthly": { "price": 0, "perMonth": 0, "perUserGroup": false }, "yearly": { "price": 0, "perMonth": 0, "perUserGroup": false } }, "minScore": 1, "maxScore": 4, "color": "sky", "features": ["tasks"] }, … }, "addOns": { "brain": { "perMonth": 9, "eligiblePlans": ["free"] }, … } }`;
const COPY_EXAMPLE = `{ "meta": { "title": "Pricing", "description": "…" }, … }`;
const FILES = /^(?:(?:catalog|sections|banner)\.json$|copy\/|images\/)/;

const catalogValidator = Compile(CatalogSchema);
const copyValidator = Compile(Type.Record(Type.String(), Type.Unknown()) as TSchema);

interface SiteContentOptions {
  contentDir: string;
  /** The content folder of the product, for what `contentDir` does not have: `catalog.json`, or `copy` as a whole. */
  baseDir: string;
  log: Logger;
}

/** The site's content with the changes that are published over its files. */
export interface PublishedSiteContent extends Followed<SiteContent> {
  /** What the files say. */
  files(): SiteContent;
  /** Replaces all changes over the files. @param linked of `linkedPages`. */
  publish(overlay: Overlay, linked: WrittenPaths): void;
}

/**
 * Reads `content/catalog.json`, `content/sections.json`, `content/banner.json`, the texts in `content/copy` and the images in `content/images`, and watches them for changes. If a later version is invalid, the error is
 * logged and the last valid content stays.
 * @throws {ContentError} if a file is invalid at the start.
 */
export async function startSiteContent({
  baseDir,
  ...options
}: SiteContentOptions): Promise<PublishedSiteContent> {
  const reported = new Set<string>();
  const report = (problem: string) => {
    if (!reported.has(problem)) options.log.warn(problem);
    reported.add(problem);
  };
  const read = (contentDir: string) => readSiteContent(contentDir, baseDir, report);
  const files = await followContent({ ...options, isPart: (path) => FILES.test(path), read });
  return publishOver(files);
}

/** @param files the content without changes, which may itself change. */
export function publishOver(files: Followed<SiteContent>): PublishedSiteContent {
  const listeners: (() => void)[] = [];
  let overlay = NO_OVERLAY;
  let linked: WrittenPaths | undefined;
  let current = servedContent(files.values(), overlay, linked);
  const build = () => {
    current = servedContent(files.values(), overlay, linked);
    for (const listener of listeners) listener();
  };
  files.onChange(build);
  return {
    files: files.values,
    values: () => current,
    onChange: (listener) => listeners.push(listener),
    publish(next, nextLinked) {
      overlay = next;
      linked = nextLinked;
      if (servedContent(files.values(), next, linked).version !== current.version) build();
    },
    stop: files.stop,
  };
}

/**
 * What visitors get: the site's content with changes, without links to pages that they do not see, and with the order of sections in the copy
 * of pages.
 * @param linked of `linkedPages`.
 */
export function servedContent(files: SiteContent, overlay: Overlay, linked?: WrittenPaths): SiteContent {
  const { content } = applyOverlay(files, overlay);
  const { catalog, images, sections, banner } = content;
  const copy = withSections({ copy: unlinkHidden(content, linked), sections });
  const isSame = LOCALES.every((locale) => copy[locale] === content.copy[locale]);
  if (isSame) return content;
  const served = { copy, catalog, images, sections, banner };
  return { version: versionOf(served), ...served };
}

const changedOnce = createItemMemo<ReturnType<typeof applyItem>>();
const imageOnce = createItemMemo<{ image: SiteImage | undefined; unused: UnusedField[] }>();

/**
 * The site's content with changes over what its files say.
 * @returns the same content if nothing changes it, and the changes that do not fit, which are left out.
 */
export function applyOverlay(
  files: SiteContent,
  overlay: Overlay,
): { content: SiteContent; unused: UnusedField[] } {
  const unused: UnusedField[] = [];
  const copy = { ...files.copy };
  const images = { ...files.images };
  let { catalog, sections, banner } = files;
  for (const [key, changes] of overlay) {
    const address = parseItemKey(key);
    if (address?.kind === "copy" && Object.hasOwn(files.copy[address.locale], address.id)) {
      const { locale, id } = address;
      const base = files.copy[locale][id] as Json;
      const changed = changedOnce(key, base, changes, () => applyItem({ key, base, changes }));
      copy[locale] = { ...copy[locale], [id]: changed.value };
      unused.push(...changed.unused);
    } else if (address?.kind === "catalog") {
      const base = catalog;
      const changed = changedOnce(key, base, changes, () =>
        applyItem({ key, base, changes, check: checkCatalog }),
      );
      catalog = withPricesPerMonth(changed.value as Catalog);
      unused.push(...changed.unused);
    } else if (address?.kind === "sections") {
      const changed = changeSections(sections, changes);
      sections = changed.sections;
      unused.push(...changed.unused);
    } else if (address?.kind === "banner") {
      const base = banner;
      const changed = changedOnce(key, base, changes, () =>
        applyItem({ key, base, changes, check: (value) => bannerProblem(value as Banner) }),
      );
      banner = changed.value as Banner;
      unused.push(...changed.unused);
    } else if (address?.kind === "image") {
      const { id } = address;
      const file = Object.hasOwn(images, id) ? images[id] : undefined;
      const changed = imageOnce(key, file, changes, () => {
        const base = file && imageItemOf(file);
        const applied = applyItem({ key, base, changes, check: checkImage });
        const item = applied.value as ImageItem | undefined;
        return { image: item && siteImageOf(item), unused: applied.unused };
      });
      if (changed.image) images[id] = changed.image;
      else delete images[id];
      unused.push(...changed.unused);
    } else if (
      address?.kind !== "page" &&
      address?.kind !== "redirects" &&
      address?.kind !== "meeting-routes"
    )
      unused.push(...unusedOf(key, changes));
  }
  if (overlay.size === 0) return { content: files, unused };
  const content = { copy, catalog, images: sortImages(images), sections, banner };
  return { content: { version: versionOf(content), ...content }, unused };
}

/** All changes of an item that the files do not have. */
function unusedOf(key: string, changes: ItemOverlay): UnusedField[] {
  const problem = MISSING_ITEM;
  return Object.entries(changes).map(([pointer, value]) => ({ item: key, pointer, value, problem }));
}

function checkCatalog(value: Json): ItemProblem | null {
  if (!catalogValidator.Check(value)) {
    const [error] = catalogValidator.Errors(value);
    return { pointer: error?.instancePath ?? "", problem: schemaProblem(error).problem };
  }
  const wrong = pricesProblem(withPricesPerMonth(value as Catalog));
  if (!wrong) return null;
  // Either can be changed to mend it.
  const priced = wrong.tokens.slice(0, -2);
  const others = ["price", "perMonth"].map((field) => formatPointer([...priced, field]));
  return { pointer: formatPointer(wrong.tokens), others, problem: wrong.problem };
}

/** Whether it says what it shows, only publishing checks: an image that was just added can be previewed. */
function checkImage(value: Json): ItemProblem | null {
  const problem = imageProblem(value);
  return problem === null ? null : { pointer: "", problem };
}

/**
 * @param report called with each problem of a file that is left out.
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
 * @param report called with each problem of an image that is left out.
 * @returns null for content with errors; one error for each invalid file; the images whatever else is wrong.
 */
export async function checkSiteContent(
  contentDir: string,
  baseDir: string,
  report: (problem: string) => void = () => undefined,
): Promise<Pick<SiteContent, "images"> & { content: SiteContent | null; errors: ContentError[] }> {
  const dirOf = (part: string) => (existsSync(join(contentDir, part)) ? contentDir : baseDir);
  const copyDir = dirOf("copy");
  const errors: ContentError[] = [];
  const attempt = async <Value>(read: () => Promise<Value>): Promise<Value | null> =>
    read().catch((error: unknown) => {
      if (!(error instanceof ContentError)) throw error;
      errors.push(error);
      return null;
    });
  const catalogFile = {
    contentDir: dirOf(CATALOG),
    name: CATALOG,
    validator: catalogValidator,
    example: CATALOG_EXAMPLE,
  };
  const catalog = await attempt(async () => {
    const read = (await readJsonFile(catalogFile)) as Catalog;
    const wrong = pricesProblem(read);
    if (!wrong) return read;
    const place = wrong.tokens.join(".");
    throw new ContentError({
      file: `content/${CATALOG}`,
      place,
      problem: wrong.problem,
      example: CATALOG_EXAMPLE,
    });
  });
  const sections = await attempt(() => readSections(contentDir));
  const banner = await attempt(() => readBanner(contentDir));
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
  if (catalog === null || sections === null || banner === null || errors.length > 0)
    return { content: null, images, errors };
  const content = { copy, catalog, images, sections, banner };
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
    if (place.endsWith(".id") && value !== original)
      throw fail(place, "An item of a list has the same ID in every language.", original);
    if (typeof value !== "object" || value === null) return;
    if (Array.isArray(value)) checkIds(value, place);
    const [parts, originals] = [value, original] as Record<string, unknown>[];
    for (const key of new Set([...Object.keys(parts ?? {}), ...Object.keys(originals ?? {})]))
      check(parts?.[key], originals?.[key], place ? `${place}.${key}` : key);
  };
  const checkIds = (items: unknown[], place: string) => {
    const ids = items.flatMap((item) => (item as { id?: unknown } | null)?.id ?? []);
    const twice = ids.find((id, index) => ids.indexOf(id) !== index);
    if (twice !== undefined)
      throw fail(place, `Two items have the ID ${JSON.stringify(twice)}. Each needs its own.`, "another-id");
  };
  check(text, english, "");
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function versionOf({ copy, images, ...others }: Omit<SiteContent, "version">): string {
  const hash = createHash("sha256");
  for (const [name, part] of Object.entries(others)) hash.update(`${name} ${partHash(part)}`);
  for (const locale of LOCALES)
    for (const [name, text] of Object.entries(copy[locale] ?? {}))
      hash.update(`${locale}/${name} ${partHash(text)}`);
  for (const [path, image] of Object.entries(images)) hash.update(`${path} ${partHash(image)}`);
  return hash.digest("hex").slice(0, 16);
}

const partHashes = new WeakMap<object, string>();

/** SHA-256 of a part of the content, which never changes itself. */
function partHash(part: unknown): string {
  const known = typeof part === "object" && part !== null ? partHashes.get(part) : undefined;
  if (known !== undefined) return known;
  const hash = createHash("sha256").update(JSON.stringify(part)).digest("hex");
  if (typeof part === "object" && part !== null) partHashes.set(part, hash);
  return hash;
}
